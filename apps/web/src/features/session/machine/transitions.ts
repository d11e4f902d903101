import type { Effect } from './effects.ts'
import type { Idle, Intent, State, StateData } from './state.ts'

/** Next state and its effects. */
export type Step = { state: State; effects: Effect[] }

/** Transitions within the same attempt. */
export function transition(state: State, next: StateData, effects: Effect[] = []): Step {
  return { state: { ...next, attempt: state.attempt, failure: null }, effects }
}

/** Returns a state with a new attempt, so that earlier responses count as late. */
export function start(state: State, next: StateData): State {
  return { ...next, attempt: state.attempt + 1, failure: null }
}

/** Returns to the former state, or to disconnected, with the failure if any. */
export function rollback(
  state: State,
  to: Idle | null,
  failure: State['failure'] = null,
): State {
  return { ...(to ?? { at: 'disconnected' }), attempt: state.attempt + 1, failure }
}

/** Keeps the state, without effects. */
export function ignore(state: State): Step {
  return { state, effects: [] }
}

/** Returns the effect that closes the dialog that waited, if any. */
export function closeDialogFor(intent: Intent | null): Effect[] {
  return intent ? [{ do: 'close-dialog' }] : []
}
