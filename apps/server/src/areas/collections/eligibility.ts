import { collectionAbi } from '@platemark/abi/collection'
import type {
  getEligibility as endpoint,
  ListEntry,
  PhaseEligibility,
} from '@platemark/api/collections'
import type { Reply } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { type ListTerms, packTerms, unpackTerms } from '@platemark/rules/allowlist'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { walletLimit } from '@platemark/rules/limits'
import { listMintReasons } from '@platemark/rules/states'
import { type Address, getAddress, type Hex, zeroHash } from 'viem'
import { getBlockNumber, readContract } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { PhaseRow } from './queries/collections.ts'
import { type CollectionPath, listWalletEntries, locateCollection } from './service.ts'

/**
 * Returns what a wallet may mint in each phase, read from the contract in one batch.
 * Throws `chain_unavailable`, `unknown_chain` and `not_found`.
 */
export async function getEligibility(
  context: AppContext,
  place: CollectionPath,
  wallet: string,
): Promise<Reply<typeof endpoint>> {
  const { chain, row } = await locateCollection(context, place)
  const account = getAddress(wallet)
  const contract = getAddress(row.address)
  const entries = await listWalletEntries(context, row.id, wallet)
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

/** Arguments of `checkMint` for a wallet in one phase. */
export type MintCheck = {
  /** List entry of the wallet for this phase, if any. */
  entry: ListEntry | undefined
  packed: bigint
  proof: Hex[]
}

/** Results of `checkMint`, `walletMinted`, `phaseMinted` and `listWindow`. */
export type MintCheckResult = {
  reasons: bigint
  used: bigint
  minted: bigint
  list: readonly [notBefore: bigint, until: bigint]
}

/**
 * Returns the `checkMint` arguments for a phase; `entries` are the wallet's, newest list
 * first.
 */
export function toMintCheck(phase: PhaseRow, entries: readonly ListEntry[]): MintCheck {
  if (phase.kind === 'public') return { entry: undefined, packed: 0n, proof: [] }
  const entry = entries.find(({ phase_id }) => phase_id === phase.phase_id)
  // Without an entry the phase's own terms are checked, so that reasons of time and
  // supply are returned as well.
  if (!entry) return { entry, packed: packTerms(termsOf(phase)), proof: [] }
  return { entry, packed: BigInt(entry.packed), proof: entry.proof.map(asHex) }
}

/**
 * Returns the wallet's eligibility in a phase; an entry that the contract rejects counts
 * as not listed.
 */
export function toPhaseEligibility(
  phase: PhaseRow,
  { entry, packed }: MintCheck,
  result: MintCheckResult,
): PhaseEligibility {
  const reasons = listMintReasons(result.reasons)
  const isProven = entry !== undefined && !reasons.includes('not_listed')
  const isListed = phase.kind === 'public' || (isProven && !reasons.includes('bad_terms'))
  const terms = entry ? unpackTerms(packed) : termsOf(phase)
  const [notBefore, until] = isProven ? result.list : [0, NEVER_ENDS]
  return {
    phase_id: phase.phase_id,
    is_listed: isListed,
    used: Number(result.used),
    allowed: isListed ? walletLimit(phase.phase_id, terms.limit) : 0,
    price_wei: terms.priceWei.toString(),
    start: instantOf(Math.max(terms.start, Number(notBefore))),
    end: instantOf(Math.min(terms.end, Number(until))),
    max_supply: terms.phaseCap,
    // The contract keeps a counter only for phases with a cap.
    minted: terms.phaseCap === null ? phase.minted : Number(result.minted),
    reasons,
  }
}

async function checkPhase(
  chain: Chain,
  contract: Address,
  account: Address,
  phase: PhaseRow,
  entries: readonly ListEntry[],
): Promise<PhaseEligibility> {
  const check = toMintCheck(phase, entries)
  const at = { address: contract, abi: collectionAbi, blockTag: chain.stateTag } as const
  const [[reasons], used, minted, list] = await Promise.all([
    readContract(chain.client, {
      ...at,
      functionName: 'checkMint',
      args: [account, 1n, check.packed, check.proof],
    }),
    readContract(chain.client, {
      ...at,
      functionName: 'walletMinted',
      args: [account, phase.phase_id],
    }),
    readContract(chain.client, {
      ...at,
      functionName: 'phaseMinted',
      args: [phase.phase_id],
    }),
    readContract(chain.client, {
      ...at,
      functionName: 'listWindow',
      args: [asHex(check.entry?.root ?? zeroHash)],
    }),
  ])
  return toPhaseEligibility(phase, check, { reasons, used, minted, list })
}

function termsOf(phase: PhaseRow): ListTerms {
  return {
    phaseId: phase.phase_id,
    start: phase.starts_at.getTime() / 1000,
    end: phase.ends_at.getTime() / 1000,
    priceWei: BigInt(phase.price_wei),
    limit: phase.max_per_wallet,
    phaseCap: phase.max_supply,
  }
}

function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function asHex(text: string): Hex {
  // Safe: proofs and roots of the database are rendered as hex.
  return text as Hex
}
