import type { User } from '@platemark/api/profile'
import type { Wallet } from '../../../lib/session.ts'

/** Sign-in message for one address, with its nonce and expiry. */
export type Challenge = { message: string; nonce: string; expiresAt: number }

/** Reason of a failure, in words for the user. */
export type SessionFailure = {
  title: string
  text: string
  /** Label of the retry button, where it is not "Retry". */
  action?: string
  /** No window of the wallet stays open here: the page can be opened in another browser. */
  isWindowLost?: boolean
}

/** Surface that shows the steps of signing in: the wallet's row, or the verify dialog. */
export type Surface = 'wallet-dialog' | 'verify-dialog'

/** Purpose of a pressed wallet row, and the surface that shows its steps. */
export type Intent = { purpose: 'sign-in' | 'connect'; surface: Surface }

/** State without a pending request; kept while another wallet connects. */
export type Idle =
  | { at: 'needs-sign-in'; wallet: Wallet }
  /** The user of the stored token is not loaded yet, after `tries` failed attempts. */
  | { at: 'user-unreachable'; wallet: Wallet; tries: number }
  | { at: 'signed-in'; wallet: Wallet; user: User }

/** Context of loading the user. */
export type Loading = {
  intent: Intent | null
  /**
   * The token was just issued: its refusal is a failure and must not lead to another
   * signature.
   */
  isNew: boolean
  tries: number
}

/** State of the session without attempt number and failure. */
export type StateData =
  | { at: 'disconnected' }
  | { at: 'restoring' }
  | { at: 'connecting'; connector: string; intent: Intent; former: Idle | null }
  | { at: 'requesting-message'; wallet: Wallet; surface: Surface }
  | { at: 'ready-to-sign'; wallet: Wallet; challenge: Challenge }
  | { at: 'signing'; wallet: Wallet; surface: Surface; challenge: Challenge }
  | { at: 'logging-in'; wallet: Wallet; surface: Surface }
  | ({ at: 'loading-user'; wallet: Wallet } & Loading)
  | Idle

/**
 * State of the session machine. `attempt` numbers the last request, so that responses of
 * cancelled ones are recognized as late.
 */
export type State = StateData & {
  attempt: number
  failure: (SessionFailure & { connector: string }) | null
}

/** Disconnected, without a failure. */
export const initialState: State = { at: 'disconnected', attempt: 0, failure: null }

/** Returns the connected wallet of a state, if any. */
export function currentWallet(state: State): Wallet | null {
  if ('wallet' in state) return state.wallet
  return state.at === 'connecting' ? (state.former?.wallet ?? null) : null
}

/**
 * Returns the idle part of a state: itself, or the one kept while another wallet
 * connects.
 */
export function findIdle(state: State): Idle | null {
  if (isIdle(state)) return toIdle(state)
  return state.at === 'connecting' ? state.former : null
}

/** Returns the state without attempt number and failure. */
export function toIdle(state: State & Idle): Idle {
  const { wallet } = state
  if (state.at === 'signed-in') return { at: state.at, wallet, user: state.user }
  if (state.at === 'user-unreachable') return { at: state.at, wallet, tries: state.tries }
  return { at: state.at, wallet }
}

/** Replaces the idle part of a state; a pending connection continues. */
export function replaceIdle(state: State, next: Idle): State {
  if (state.at === 'connecting') return { ...state, former: next }
  return { ...next, attempt: state.attempt, failure: state.failure }
}

/** Returns whether no request is pending. */
export function isIdle(state: State): state is State & Idle {
  return (
    state.at === 'needs-sign-in' ||
    state.at === 'user-unreachable' ||
    state.at === 'signed-in'
  )
}

/** Returns whether a state waits for wallet or server and is reset by a failure. */
export function isBusy(state: State): boolean {
  return (
    state.at === 'connecting' ||
    state.at === 'requesting-message' ||
    state.at === 'signing' ||
    state.at === 'logging-in'
  )
}

/**
 * Returns whether a state is between message and session, which a wallet change ends.
 */
export function isSigning(state: State): boolean {
  return state.at === 'ready-to-sign' || (state.at !== 'connecting' && isBusy(state))
}

/** Returns whether a dialog waits for the user to load. */
export function isAwaited(state: State): boolean {
  return state.at === 'loading-user' && state.intent !== null
}
