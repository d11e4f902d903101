import { collectionAbi } from '@platemark/abi/collection'
import { packTerms } from '@platemark/rules/allowlist'
import { mintReasonsOf } from '@platemark/rules/states'
import type {
  ListEntry,
  PhaseEligibility,
  getEligibility as wire,
} from '@platemark/wire/collections'
import type { Reply } from '@platemark/wire/endpoint'
import { Problem } from '@platemark/wire/problem'
import { type Address, getAddress, type Hex } from 'viem'
import { getBlockNumber, readContract } from 'viem/actions'
import type { Chain } from '../../platform/chains.ts'
import type { Resources } from '../../platform/resources.ts'
import type { PhaseRow } from './queries/collections.ts'
import { locate, type Place, walletEntries } from './service.ts'

/**
 * What a wallet may mint in each phase, asked of the contract in one batch. Throws
 * `chain_unavailable`, `unknown_chain` and `not_found`.
 */
export async function getEligibility(
  resources: Resources,
  place: Place,
  wallet: string,
): Promise<Reply<typeof wire>> {
  const { chain, row } = await locate(resources, place)
  const account = getAddress(wallet)
  const contract = getAddress(row.address)
  const entries = await walletEntries(resources, row.id, wallet)
  try {
    const [block, ...phases] = await Promise.all([
      getBlockNumber(chain.client, { cacheTime: 0 }),
      ...row.phases.map((phase) => checkPhase(chain, contract, account, phase, entries)),
    ])
    return { address: account, checked_at_block: block.toString(), phases }
  } catch (cause) {
    throw new Problem('chain_unavailable', undefined, { cause, retryAfter: 5 })
  }
}

async function checkPhase(
  chain: Chain,
  contract: Address,
  account: Address,
  phase: PhaseRow,
  entries: ListEntry[],
): Promise<PhaseEligibility> {
  const isPublic = phase.kind === 'public'
  const entry = entries.find(
    ({ phase_id, root }) => phase_id === phase.phase_id && root === phase.list_root,
  )
  // Without an entry the terms of the phase are asked, so that times and supply are told too.
  const packed = entry ? BigInt(entry.packed) : isPublic ? 0n : termsOf(phase)
  const proof = entry ? entry.proof.map(asHex) : []
  const at = { address: contract, abi: collectionAbi, blockTag: chain.stateTag } as const
  const [[bits], used] = await Promise.all([
    readContract(chain.client, {
      ...at,
      functionName: 'checkMint',
      args: [account, 1n, packed, proof],
    }),
    readContract(chain.client, {
      ...at,
      functionName: 'walletMinted',
      args: [account, phase.phase_id],
    }),
  ])
  return {
    phase_id: phase.phase_id,
    is_listed: isPublic || entry !== undefined,
    used: Number(used),
    allowed: entry?.quantity ?? (isPublic ? phase.max_per_wallet : 0),
    price_wei: entry?.price_wei ?? phase.price_wei,
    reasons: mintReasonsOf(bits),
  }
}

function termsOf(phase: PhaseRow): bigint {
  return packTerms({
    phaseId: phase.phase_id,
    start: phase.starts_at.getTime() / 1000,
    end: phase.ends_at.getTime() / 1000,
    priceWei: BigInt(phase.price_wei),
    limit: phase.max_per_wallet,
    phaseCap: phase.max_supply,
  })
}

function asHex(text: string): Hex {
  // Safe: proofs of the database are rendered as hex by `walletEntries`.
  return text as Hex
}
