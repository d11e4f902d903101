import type { Effect } from './effects.ts'
import type { Idle, Intent, State, StateData } from './state.ts'

/** The next state, and what to do now. */
export type Step = { state: State; effects: Effect[] }

/** Moves on within the same attempt. */
export function transition(state: State, next: StateData, effects: Effect[] = []): Step {
  return { state: { ...next, attempt: state.attempt, failure: null }, effects }
}

/** Moves on and makes answers to whatever ran before count as late. */
export function start(state: State, next: StateData): State {
  return { ...next, attempt: state.attempt + 1, failure: null }
}

/** Goes back to what was before, or to nobody, with the reason when there is one. */
export function rollback(
  state: State,
  to: Idle | null,
  failure: State['failure'] = null,
): State {
  return { ...(to ?? { at: 'disconnected' }), attempt: state.attempt + 1, failure }
}

/** Changes nothing more and does nothing. */
export function ignore(state: State): Step {
  return { state, effects: [] }
}

/** Closes the dialog in which somebody waited, if anybody did. */
export function closeDialogFor(intent: Intent | null): Effect[] {
  return intent ? [{ do: 'close-dialog' }] : []
}
