import { hash } from 'node:crypto'
import { collectionAbi } from '@platemark/abi/collection'
import { toInstant } from '@platemark/api/collection-terms'
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
import { type Address, getAddress, type Hex } from 'viem'
import { getBlockNumber, readContract } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { DataVersion } from '../../http/data-version.ts'
import { createKeptValues } from '../../http/kept-values.ts'
import type { PhaseRow } from './queries/collections.ts'
import { type CollectionPath, listWalletEntries, locateCollection } from './service.ts'

/** Phases that one call asks a node about, so that its cost has a bound. */
const MAX_PHASES = 16
/** Wallets of a busy drop, and collections. */
const MAX_CACHED = 5_000
/** Rows of the index: a collection, and the list entries of a wallet. */
const KEPT_ROWS_MS = 500
/** Newest block of a network: far below the time between blocks. */
const KEPT_BLOCK_MS = 250
/** On embedded chains time passes without blocks. */
const MAX_AGE_MS = 1000

type Located = Awaited<ReturnType<typeof locateCollection>>

type Eligibility = Reply<typeof endpoint>

/** Reads eligibility; see `createEligibilityReader`. */
type EligibilityReader = (place: CollectionPath, wallet: string) => Promise<Eligibility>

/**
 * Creates a reader of what a wallet may mint in each phase, as the contract returns it. The call
 * needs no account, so it bounds the requests to nodes: one for the block, shared by all who ask
 * at once, then at most four for each of 16 phases, once for each wallet and block. Of more phases
 * it returns the public one, those that list the wallet, and the first of the others. Rejects with
 * `chain_unavailable`, `unknown_chain` and `not_found`.
 */
export function createEligibilityReader(
  context: AppContext,
  version: Pick<DataVersion, 'current'>,
): EligibilityReader {
  const { clock, configuration } = context
  const isKept = configuration.limits.kept_answers > 0
  const kept = { most: isKept ? MAX_CACHED : 0, clock, version }
  const places = createKeptValues<Located>({ ...kept, ms: KEPT_ROWS_MS })
  const lists = createKeptValues<ListEntry[]>({ ...kept, ms: KEPT_ROWS_MS })
  const blocks = createKeptValues<bigint>({ ...kept, ms: KEPT_BLOCK_MS })
  // Named by block, so that no answer is older than the block that it names.
  const results = new Map<
    string,
    ReturnType<typeof createKeptValues<PhaseEligibility[]>>
  >()
  const resultsOf = (chain: Chain) => {
    const known = results.get(chain.alias)
    if (known) return known
    const ms = chain.stateTag === 'pending' ? MAX_AGE_MS : Number.POSITIVE_INFINITY
    const made = createKeptValues<PhaseEligibility[]>({ most: MAX_CACHED, clock, ms })
    results.set(chain.alias, made)
    return made
  }
  return async (place, wallet) => {
    const { chain_alias, contract_address } = place
    const { chain, row } = await places.get(`${chain_alias} ${contract_address}`, () =>
      locateCollection(context, place),
    )
    const account = getAddress(wallet)
    const contract = getAddress(row.address)
    const entries = await lists.get(`${row.id} ${account}`, () =>
      listWalletEntries(context, row.id, wallet),
    )
    const asked = selectPhases(row.phases, entries, clock())
    try {
      const block = await blocks.get(chain.alias, () =>
        getBlockNumber(chain.client, { cacheTime: 0 }),
      )
      // The index may learn of phases and lists after the block in which they changed.
      const known = [asked, entries.map(({ phase_id, root }) => [phase_id, root])]
      const parts = [contract, account, block.toString(), known]
      const key = hash('sha256', JSON.stringify(parts))
      const phases = await resultsOf(chain).get(key, () =>
        Promise.all(
          asked.map((phase) => checkPhase(chain, contract, account, phase, entries)),
        ),
      )
      return { address: account, checked_at_block: block.toString(), phases }
    } catch (cause) {
      throw new Problem('chain_unavailable', undefined, { cause, retryAfter: 5 })
    }
  }
}

/**
 * Selects the phases to ask the contract about, in their order: all of them, or the public one,
 * then those that list the wallet before others, phases that are over last.
 */
function selectPhases(
  phases: readonly PhaseRow[],
  entries: readonly ListEntry[],
  now: Date,
): readonly PhaseRow[] {
  if (phases.length <= MAX_PHASES) return phases
  const listed = new Set(entries.map(({ phase_id }) => phase_id))
  const rankOf = (phase: PhaseRow) => {
    if (phase.kind === 'public') return 0
    const isOver = phase.ends_at <= now
    return (isOver ? 3 : 1) + (listed.has(phase.phase_id) ? 0 : 1)
  }
  const isSelected = new Set(
    phases
      .toSorted(
        (one, other) =>
          rankOf(one) - rankOf(other) ||
          one.starts_at.getTime() - other.starts_at.getTime(),
      )
      .slice(0, MAX_PHASES),
  )
  return phases.filter((phase) => isSelected.has(phase))
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
    start: toInstant(Math.max(terms.start, Number(notBefore))),
    end: toInstant(Math.min(terms.end, Number(until))),
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
    // The contract keeps a counter only for phases with a cap.
    unpackedCap(phase, check) === null
      ? 0n
      : readContract(chain.client, {
          ...at,
          functionName: 'phaseMinted',
          args: [phase.phase_id],
        }),
    check.entry
      ? readContract(chain.client, {
          ...at,
          functionName: 'listWindow',
          args: [asHex(check.entry.root)],
        })
      : NO_WINDOW,
  ])
  return toPhaseEligibility(phase, check, { reasons, used, minted, list })
}

/** The window of no list, which is in force never. */
const NO_WINDOW: MintCheckResult['list'] = [0n, 0n]

function unpackedCap(phase: PhaseRow, { entry, packed }: MintCheck): number | null {
  return entry ? unpackTerms(packed).phaseCap : phase.max_supply
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

function asHex(text: string): Hex {
  // Safe: proofs and roots of the database are rendered as hex.
  return text as Hex
}
