import type { User } from '@platemark/api/profile'
import type { Wallet } from '../../../lib/session.ts'

/** The text the server made for one account, and until when it may be signed. */
export type Challenge = { message: string; nonce: string; expiresAt: number }

/** Why something did not happen, in words for the person. */
export type SessionFailure = {
  title: string
  text: string
  /** What another try is called, where it is more than "Retry". */
  action?: string
}

/** Where the steps of signing in are shown: the wallet's row, or the verify dialog. */
export type Surface = 'wallet-dialog' | 'verify-dialog'

/** What somebody pressed a wallet's row for, and where its steps are shown. */
export type Intent = { purpose: 'sign-in' | 'connect'; surface: Surface }

/** A wallet that stays while another one is asked. */
export type Idle =
  | { at: 'needs-sign-in'; wallet: Wallet }
  /** A token is kept whose user is still to be loaded; asked for `tries` times in vain. */
  | { at: 'user-unreachable'; wallet: Wallet; tries: number }
  | { at: 'signed-in'; wallet: Wallet; user: User }

/** What a load of the user belongs to. */
export type Loading = {
  intent: Intent | null
  /** The token is of a moment ago: that it is refused is a failure, no reason to sign again. */
  isNew: boolean
  tries: number
}

/** Where the session is; a move adds its number and the failure. */
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
 * Everything the session can be. `attempt` numbers what was begun last, so that the answer to
 * something cancelled is known for what it is.
 */
export type State = StateData & {
  attempt: number
  failure: (SessionFailure & { connector: string }) | null
}

/** Nobody is here. */
export const initialState: State = { at: 'disconnected', attempt: 0, failure: null }

/** The connected wallet of a state, if it has one. */
export function currentWallet(state: State): Wallet | null {
  if ('wallet' in state) return state.wallet
  return state.at === 'connecting' ? (state.former?.wallet ?? null) : null
}

/** The settled wallet: the only one, or the one that stays while another is asked. */
export function findIdle(state: State): Idle | null {
  if (isIdle(state)) return toIdle(state)
  return state.at === 'connecting' ? state.former : null
}

/** What a state without its running number and its failure is. */
export function toIdle(state: State & Idle): Idle {
  const { wallet } = state
  if (state.at === 'signed-in') return { at: state.at, wallet, user: state.user }
  if (state.at === 'user-unreachable') return { at: state.at, wallet, tries: state.tries }
  return { at: state.at, wallet }
}

/** Puts something else in the place of the settled wallet; what runs goes on. */
export function replaceIdle(state: State, next: Idle): State {
  if (state.at === 'connecting') return { ...state, former: next }
  return { ...next, attempt: state.attempt, failure: state.failure }
}

/** Nothing is waited for. */
export function isIdle(state: State): state is State & Idle {
  return (
    state.at === 'needs-sign-in' ||
    state.at === 'user-unreachable' ||
    state.at === 'signed-in'
  )
}

/** Steps that wait for the wallet or the server and end in the reset when they fail. */
export function isBusy(state: State): boolean {
  return (
    state.at === 'connecting' ||
    state.at === 'requesting-message' ||
    state.at === 'signing' ||
    state.at === 'logging-in'
  )
}

/** Steps on the way from a message to a session, which a change of the wallet ends. */
export function isSigning(state: State): boolean {
  return state.at === 'ready-to-sign' || (state.at !== 'connecting' && isBusy(state))
}

/** Somebody waits for the user in a dialog. */
export function isAwaited(state: State): boolean {
  return state.at === 'loading-user' && state.intent !== null
}
