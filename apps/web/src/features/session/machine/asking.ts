import { abstractWalletId } from '@platemark/wallet/wallets'
import type { Wallet } from '../../../lib/session.ts'
import { begin, type Step } from './moves.ts'
import type { Challenge, Loading, Place, State } from './state.ts'

// What is asked of a wallet or the server, each with the state that waits for the answer.

export function restore(state: State): Step {
  const next = begin(state, { at: 'restoring' })
  return { state: next, effects: [{ do: 'restore', attempt: next.attempt }] }
}

/** Abstract signs in its own window, which needs a press of its own: the verify dialog's. */
export function signIn(state: State, wallet: Wallet, place: Place): Step {
  if (wallet.connector !== abstractWalletId) return requestMessage(state, wallet, place)
  const next = requestMessage(state, wallet, 'verify-dialog')
  return { ...next, effects: [{ do: 'open-verify-dialog' }, ...next.effects] }
}

export function requestMessage(state: State, wallet: Wallet, place: Place): Step {
  const next = begin(state, { at: 'requesting-message', wallet, place })
  return {
    state: next,
    effects: [{ do: 'request-message', attempt: next.attempt, wallet }],
  }
}

export function sign(
  state: State,
  wallet: Wallet,
  place: Place,
  challenge: Challenge,
): Step {
  const next = begin(state, { at: 'signing', wallet, place, challenge })
  return {
    state: next,
    effects: [{ do: 'sign', attempt: next.attempt, wallet, challenge }],
  }
}

export function loadUser(
  state: State,
  wallet: Wallet,
  { asked = null, isNew = false, tries = 0 }: Partial<Loading> = {},
): Step {
  const next = begin(state, { at: 'loading-user', wallet, asked, isNew, tries })
  return { state: next, effects: [{ do: 'load-user', attempt: next.attempt }] }
}
