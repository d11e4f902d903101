import type { MintPhase } from './mint-phase.ts'
import type { MintState } from './mint-state-types.ts'

/** Finds the phase that a state offers for a calendar entry. */
export function findOpening(
  state: MintState,
): Pick<MintPhase, 'phaseId' | 'title' | 'start'> | undefined {
  switch (state.code) {
    case 'not_started':
      return state.params.place ?? state.params.next
    case 'not_eligible':
      return state.params.later[0]
    case 'wallet_limit':
    case 'phase_sold_out':
      return state.params.next ?? undefined
    default:
      return undefined
  }
}
