import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type {
  CollectionEvent,
  PreviousState,
  SerializedPhase,
} from '../collection-events.ts'
import type { PublicTerms } from '../decode-collection-log.ts'
import type { CollectionState, PhaseState } from './collection-state.ts'

/** Terms without a window mean that there is no public phase; what it minted is kept. */
export function setPublicPhase(
  account: CollectionState,
  terms: PublicTerms,
  title: string,
): void {
  account.phases.set(PUBLIC_PHASE_ID, {
    kind: 'public',
    title,
    starts_at: new Date(terms.start * 1000),
    ends_at: new Date(terms.end * 1000),
    price_wei: terms.price_wei,
    max_per_wallet: terms.max_per_wallet,
    max_supply: terms.max_supply,
    ...countMint(terms.max_supply, account.phases.get(PUBLIC_PHASE_ID)),
    list_root: null,
  })
}

export function changePublicPhase(
  account: CollectionState,
  happening: CollectionEvent & { kind: 'public_phase_changed' },
): void {
  const former = account.phases.get(PUBLIC_PHASE_ID)
  happening.previous = { phases: [[PUBLIC_PHASE_ID, serializePhase(former)]] }
  setPublicPhase(account, happening.facts, former?.title ?? 'Public')
}

/** What a phase has minted by other terms than before: the contract keeps what it counted. */
export function countMint(
  max_supply: number | null,
  before: PhaseState | undefined,
): Pick<PhaseState, 'minted' | 'minted_uncapped'> {
  if (!before) return { minted: 0, minted_uncapped: 0 }
  const { minted, minted_uncapped } = before
  const capped = before.max_supply === null ? minted - minted_uncapped : minted
  return {
    minted: max_supply === null ? capped + minted_uncapped : capped,
    minted_uncapped,
  }
}

/** Puts back the phases that a happening replaced, and takes away those that it made. */
export function restorePhases(
  account: CollectionState,
  before: PreviousState | undefined,
): void {
  for (const [phaseId, phase] of before?.phases ?? []) {
    if (phase) account.phases.set(phaseId, phaseKept(phase))
    else account.phases.delete(phaseId)
  }
}

/** A phase in the form in which it is kept with a happening. */
export function serializePhase(phase: PhaseState | undefined): SerializedPhase | null {
  if (!phase) return null
  const { starts_at, ends_at } = phase
  return { ...phase, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
}

function phaseKept(phase: SerializedPhase): PhaseState {
  const { starts_at, ends_at } = phase
  return { ...phase, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
}
