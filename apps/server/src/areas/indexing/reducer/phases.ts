import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type {
  CollectionEvent,
  PreviousState,
  SerializedPhase,
} from '../collection-events.ts'
import type { PublicTerms } from '../decode-collection-log.ts'
import type { CollectionState, PhaseState } from './collection-state.ts'

/** Sets the public phase. Terms without a window remove it but keep its counters. */
export function setPublicPhase(
  state: CollectionState,
  terms: PublicTerms,
  title: string,
): void {
  state.phases.set(PUBLIC_PHASE_ID, {
    kind: 'public',
    title,
    starts_at: new Date(terms.start * 1000),
    ends_at: new Date(terms.end * 1000),
    price_wei: terms.price_wei,
    max_per_wallet: terms.max_per_wallet,
    max_supply: terms.max_supply,
    ...carryMintedCounts(terms.max_supply, state.phases.get(PUBLIC_PHASE_ID)),
    list_root: null,
  })
}

export function changePublicPhase(
  state: CollectionState,
  event: CollectionEvent & { kind: 'public_phase_changed' },
): void {
  const former = state.phases.get(PUBLIC_PHASE_ID)
  event.previous = { phases: [[PUBLIC_PHASE_ID, serializePhase(former)]] }
  setPublicPhase(state, event.data, former?.title ?? 'Public')
}

/** Returns a phase's counters under new terms: the contract keeps what it counted. */
export function carryMintedCounts(
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

/** Restores the phases that an event replaced, and deletes those that it created. */
export function restorePhases(
  state: CollectionState,
  before: PreviousState | undefined,
): void {
  for (const [phaseId, phase] of before?.phases ?? []) {
    if (phase) state.phases.set(phaseId, parsePhase(phase))
    else state.phases.delete(phaseId)
  }
}

/** Serializes a phase for storage with an event. */
export function serializePhase(phase: PhaseState | undefined): SerializedPhase | null {
  if (!phase) return null
  const { starts_at, ends_at } = phase
  return { ...phase, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
}

function parsePhase(phase: SerializedPhase): PhaseState {
  const { starts_at, ends_at } = phase
  return { ...phase, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
}
