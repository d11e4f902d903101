import { deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import type { Address, ContractFunctionArgs, ContractFunctionReturnType } from 'viem'
import { getReceipt, type TestChain } from '../../apps/server/test/chain.ts'
import { mintLensAbi, mintLensCode } from './mint-lens.ts'
import type { Override } from './storage.ts'

/** Input of one read: a wallet and its list entry in one phase of one collection. */
export type LensQuery = ContractFunctionArgs<typeof mintLensAbi, 'view', 'ask'>[0][number]

/** Result of one read: `asked` is `checkMint` for the given quantity, `most` for the largest one. */
export type LensResult = ContractFunctionReturnType<
  typeof mintLensAbi,
  'view',
  'ask'
>[number]

export type Lens = Awaited<ReturnType<typeof openLens>>

/** Deploys the lens on a chain that holds the contracts. */
export async function openLens(chain: TestChain) {
  const { client, owner } = chain
  const hash = await client.sendTransaction({
    account: owner,
    chain: chain.chain,
    data: mintLensCode.creation,
  })
  const { contractAddress: address } = await getReceipt(chain, hash)
  if (!address) throw new Error('lens deployment has no contract address')
  const { drop, soulbound, edition } = deployedAddresses(deploymentPlan(owner.address))
  return {
    chain,
    implementations: { drop, soulbound, edition },
    /** Reads a collection in a block of the time `now`, in the state of `override` if given. */
    async read(
      collection: Address,
      now: number,
      questions: readonly LensQuery[],
      override?: Override,
    ) {
      const moment = {
        address,
        abi: mintLensAbi,
        blockOverrides: { time: BigInt(now) },
        stateOverride: override ? [override] : [],
      } as const
      const [answers, overviews] = await Promise.all([
        client.readContract({ ...moment, functionName: 'ask', args: [questions] }),
        client.readContract({
          ...moment,
          functionName: 'overviews',
          args: [[collection]],
        }),
      ])
      const [overview] = overviews
      if (!overview)
        throw new Error('lens returned no overview: expected one per collection')
      return { answers, overview }
    },
  }
}
