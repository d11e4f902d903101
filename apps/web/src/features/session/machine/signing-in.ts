import { loadUser, requestMessage, sign } from './asking.ts'
import { begin, go, type Step, stay } from './moves.ts'
import type { Asked, Challenge, State } from './state.ts'

export function messageReceived(state: State, challenge: Challenge): Step {
  if (state.at !== 'requesting-message') return stay(state)
  // In the verify dialog the text is read first; from the wallet's row the wallet shows it.
  if (state.place === 'verify-dialog') {
    return go(state, { at: 'ready-to-sign', wallet: state.wallet, challenge })
  }
  return sign(state, state.wallet, 'wallet-dialog', challenge)
}

export function signPressed(state: State, now: number): Step {
  if (state.at !== 'ready-to-sign') return stay(state)
  if (now >= state.challenge.expiresAt) {
    return requestMessage(state, state.wallet, 'verify-dialog')
  }
  return sign(state, state.wallet, 'verify-dialog', state.challenge)
}

export function signed(state: State, signature: string): Step {
  if (state.at !== 'signing') return stay(state)
  const { wallet, place, challenge } = state
  const next = begin(state, { at: 'logging-in', wallet, place })
  const { nonce } = challenge
  return {
    state: next,
    effects: [{ do: 'log-in', attempt: next.attempt, wallet, signature, nonce }],
  }
}

export function loggedIn(state: State, token: string): Step {
  if (state.at !== 'logging-in') return loggedInLate(state, token)
  const asked: Asked = { purpose: 'sign-in', place: state.place }
  const next = loadUser(state, state.wallet, { asked, isNew: true })
  return { ...next, effects: [{ do: 'store-token', token }, ...next.effects] }
}

/** Nobody waits for this session any more, and nobody else could end it. */
export function loggedInLate(state: State, token: string): Step {
  return { state, effects: [{ do: 'end-session', token }] }
}
