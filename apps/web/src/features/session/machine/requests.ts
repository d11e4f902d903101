import { abstractWalletId } from '@platemark/wallet/wallets'
import type { Wallet } from '../../../lib/session.ts'
import type { Challenge, Loading, State, Surface } from './state.ts'
import { type Step, start } from './transitions.ts'

// Requests to wallet or server, each with the state that waits for the response.

export function startRestore(state: State): Step {
  const next = start(state, { at: 'restoring' })
  return { state: next, effects: [{ do: 'restore', attempt: next.attempt }] }
}

/**
 * Starts signing in. Abstract opens its own window, which needs a user gesture: the
 * verify dialog's.
 */
export function startSignIn(state: State, wallet: Wallet, surface: Surface): Step {
  if (wallet.connector !== abstractWalletId)
    return startMessageRequest(state, wallet, surface)
  const next = startMessageRequest(state, wallet, 'verify-dialog')
  return { ...next, effects: [{ do: 'open-verify-dialog' }, ...next.effects] }
}

export function startMessageRequest(
  state: State,
  wallet: Wallet,
  surface: Surface,
): Step {
  const next = start(state, { at: 'requesting-message', wallet, surface })
  return {
    state: next,
    effects: [{ do: 'request-message', attempt: next.attempt, wallet }],
  }
}

export function startSigning(
  state: State,
  wallet: Wallet,
  surface: Surface,
  challenge: Challenge,
): Step {
  const next = start(state, { at: 'signing', wallet, surface, challenge })
  return {
    state: next,
    effects: [{ do: 'sign', attempt: next.attempt, wallet, challenge }],
  }
}

export function startUserLoad(
  state: State,
  wallet: Wallet,
  { intent = null, isNew = false, tries = 0 }: Partial<Loading> = {},
): Step {
  const next = start(state, { at: 'loading-user', wallet, intent, isNew, tries })
  return { state: next, effects: [{ do: 'load-user', attempt: next.attempt }] }
}
