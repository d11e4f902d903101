import { startMessageRequest, startSigning, startUserLoad } from './requests.ts'
import type { Challenge, Intent, State } from './state.ts'
import { ignore, type Step, start, transition } from './transitions.ts'

export function messageReceived(state: State, challenge: Challenge): Step {
  if (state.at !== 'requesting-message') return ignore(state)
  // The verify dialog shows the text first; from the wallet's row the wallet shows it.
  if (state.surface === 'verify-dialog') {
    return transition(state, { at: 'ready-to-sign', wallet: state.wallet, challenge })
  }
  return startSigning(state, state.wallet, 'wallet-dialog', challenge)
}

export function signPressed(state: State, now: number): Step {
  if (state.at !== 'ready-to-sign') return ignore(state)
  if (now >= state.challenge.expiresAt) {
    return startMessageRequest(state, state.wallet, 'verify-dialog')
  }
  return startSigning(state, state.wallet, 'verify-dialog', state.challenge)
}

export function signed(state: State, signature: string): Step {
  if (state.at !== 'signing') return ignore(state)
  const { wallet, surface, challenge } = state
  const next = start(state, { at: 'logging-in', wallet, surface })
  const { nonce } = challenge
  return {
    state: next,
    effects: [{ do: 'log-in', attempt: next.attempt, wallet, signature, nonce }],
  }
}

export function loggedIn(state: State, token: string): Step {
  if (state.at !== 'logging-in') return loggedInLate(state, token)
  const intent: Intent = { purpose: 'sign-in', surface: state.surface }
  const next = startUserLoad(state, state.wallet, { intent, isNew: true })
  return { ...next, effects: [{ do: 'store-token', token }, ...next.effects] }
}

/** Ends a session that is no longer awaited. */
export function loggedInLate(state: State, token: string): Step {
  return { state, effects: [{ do: 'end-session', token }] }
}
