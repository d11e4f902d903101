import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { computeCollectionId } from '@platemark/abi/create-params'
import { listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import { type Address, decodeFunctionData, type Hex } from 'viem'
import type { Deployment } from '../collection.ts'
import type { PlannedPhase } from './plan.ts'

/** The entry of a wallet in a phase, as the contract takes it. */
export type Proven = { packed: bigint; proof: Hex[] }

export type ListProofs = (account: Address, phase: PlannedPhase) => Proven

/**
 * Works out the proofs of a collection from its lists alone, as any wallet can. Throws when the
 * root that its creator is about to sign is not that of these lists.
 */
export function listProofs(
  deployment: Deployment,
  creator: Address,
  lists: readonly { phase: PlannedPhase; accounts: readonly Address[] }[],
): ListProofs {
  const { functionName, args } = decodeFunctionData({
    abi: collectionFactoryAbi,
    data: deployment.data,
  })
  if (functionName !== 'create')
    throw new Error(`deployment calls ${functionName}, expected create`)
  const [params, salt] = args
  const scope = {
    chainId: deployment.chainId,
    collectionId: computeCollectionId(creator, salt),
  }
  const leafOf = (account: Address, phase: PlannedPhase) =>
    listLeaf(scope, account, packedOf(phase))
  const tree = listTree(
    lists.flatMap(({ phase, accounts }) =>
      accounts.map((account) => leafOf(account, phase)),
    ),
  )
  if (tree.root !== params.listRoot) {
    throw new Error(`list root is wrong: got ${tree.root}, expected ${params.listRoot}`)
  }
  return (account, phase) => {
    const proof = tree.proofOf(leafOf(account, phase))
    if (!proof)
      throw new Error(`account is not on the list of ${phase.title}: got ${account}`)
    return { packed: packedOf(phase), proof }
  }
}

function packedOf(phase: PlannedPhase): bigint {
  return packTerms({
    phaseId: phase.phaseId,
    start: phase.start,
    end: phase.end,
    priceWei: phase.priceWei,
    limit: phase.limit,
    phaseCap: phase.cap,
  })
}
