import { unpackTerms } from '@platemark/rules/allowlist'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import type { MintInput, MintState } from '@platemark/rules/mint-cases'
import { mintState } from '@platemark/rules/mint-state'
import { termsOf, walletPhasesOf } from '@platemark/wire/collection-terms'
import type { ListEntry, PhaseEligibility } from '@platemark/wire/collections'
import { type Hex, zeroAddress } from 'viem'
import { toPhase } from '../../apps/server/src/areas/collections/cards.ts'
import {
  eligibilityOf,
  type PhaseAnswer,
  type PhaseQuestion,
  questionOf,
} from '../../apps/server/src/areas/collections/eligibility.ts'
import type { Happening } from '../../apps/server/src/areas/collections/happenings.ts'
import type {
  Account,
  ListedPhase,
} from '../../apps/server/src/areas/collections/ledger/account.ts'
import {
  type Books,
  emptyBooks,
} from '../../apps/server/src/areas/collections/ledger/books.ts'
import { record } from '../../apps/server/src/areas/collections/ledger/record.ts'
import type { PhaseRow } from '../../apps/server/src/areas/collections/queries/collections.ts'

/** More than anything here costs. */
const ENOUGH_WEI = 2n ** 200n

/** A collection as the index holds it. */
export type Index = {
  chainId: number
  mintFeeWei: bigint
  isPaused: boolean
  minted: number
  maxSupply: number | null
  phases: PhaseRow[]
  /** The wallet's places on lists, the newest list first. */
  entries: ListEntry[]
}

/** What the server asks the contract about each phase. */
export function questionsOf(index: Index): PhaseQuestion[] {
  return index.phases.map((phase) => questionOf(phase, index.entries))
}

/** What the API answers about the wallet, given the contract's answers to these questions. */
export function eligibilitiesOf(
  index: Index,
  answers: readonly PhaseAnswer[],
): PhaseEligibility[] {
  const questions = questionsOf(index)
  return index.phases.map((phase, at) => {
    const question = questions[at]
    const answer = answers[at]
    if (!question || !answer) throw new Error('There is an answer for every phase.')
    return eligibilityOf(phase, question, answer)
  })
}

/** What the panel shows the wallet on the page, given what the API answers. */
export function panelOf(
  index: Index,
  eligibilities: readonly PhaseEligibility[],
  now: number,
  choice: Pick<MintInput, 'quantity' | 'chosenPhaseId'>,
): MintState {
  return mintState({
    now,
    unavailable: null,
    chainId: index.chainId,
    collection: termsOf({
      is_paused: index.isPaused,
      minted: index.minted,
      max_supply: index.maxSupply,
      phases: index.phases.map(toPhase),
    }),
    mintFeeWei: index.mintFeeWei,
    attempt: null,
    result: null,
    wallet: {
      chainId: index.chainId,
      balanceWei: ENOUGH_WEI,
      phases: walletPhasesOf(eligibilities),
    },
    needsSignIn: false,
    networkFeeWei: 0n,
    ...choice,
  })
}

/** An entry as the database tells it. */
export function entryOf(
  phaseId: number,
  root: Hex,
  { packed, proof }: { packed: bigint; proof: Hex[] },
): ListEntry {
  const { limit, priceWei } = unpackTerms(packed)
  return {
    phase_id: phaseId,
    root,
    packed: packed.toString(),
    proof,
    quantity: limit,
    price_wei: priceWei.toString(),
  }
}

/** What the ledger of the index makes of these happenings, all of one collection. */
export function bookedBy(
  happenings: readonly Happening[],
  listedPhases: Books['listedPhases'],
  maxSupply: number | null,
): Account {
  const account: Account = {
    id: '',
    creator: zeroAddress,
    kind: 'drop',
    is_transferable: true,
    mint_fee_wei: '0',
    royalty_ceiling_bps: 0,
    owner: zeroAddress,
    max_supply: maxSupply,
    minted: 0,
    burned: 0,
    holders: 0,
    unique_minters: 0,
    volume_wei: 0n,
    royalty_bps: 0,
    is_paused: false,
    is_cap_frozen: false,
    is_metadata_frozen: false,
    phases: new Map(),
  }
  const books = { ...emptyBooks(), listedPhases }
  for (const happening of happenings) record(account, books, happening)
  return account
}

/** The phases that the API tells of: those with a window, in order of their start. */
export function phaseRowsOf({ phases }: Account): PhaseRow[] {
  return [...phases]
    .map(([phase_id, phase]) => ({
      ...phase,
      phase_id,
      list_hash: null,
      list_entries: null,
    }))
    .filter(({ starts_at, ends_at }) => starts_at < ends_at)
    .sort(
      (a, b) => a.starts_at.getTime() - b.starts_at.getTime() || a.phase_id - b.phase_id,
    )
}

/** A phase of a published list as the index reads it out of the list's file. */
export function listedPhase(terms: {
  phaseId: number
  start: number
  end: number
  priceWei: bigint
  limit: number
  phaseCap: number | null
}): ListedPhase {
  return {
    phase_id: terms.phaseId,
    title: `Phase ${terms.phaseId}`,
    starts_at: new Date(terms.start * 1000),
    ends_at: new Date(Math.min(terms.end, NEVER_ENDS) * 1000),
    price_wei: terms.priceWei.toString(),
    max_per_wallet: terms.limit,
    max_supply: terms.phaseCap,
  }
}
