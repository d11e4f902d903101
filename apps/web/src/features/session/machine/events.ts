import type { User } from '@platemark/api/profile'
import type { Wallet } from '../../../lib/session.ts'
import type { Challenge, Intent, SessionFailure } from './state.ts'

/** Event of the session machine. Responses carry their attempt. */
export type Event =
  /** A row of the wallet dialog was pressed, or Retry. */
  | { type: 'wallet-picked'; connector: string; intent: Intent }
  | { type: 'connected'; attempt: number; wallet: Wallet; hasToken: boolean }
  /** An earlier visit left a connection, or another tab has just signed in. */
  | { type: 'restore' }
  | { type: 'nothing-restored'; attempt: number }
  /** The wallet connected by itself, for example from its own window. */
  | { type: 'wallet-appeared'; wallet: Wallet; hasToken: boolean }
  /** The verify dialog was opened for the connected wallet. */
  | { type: 'verify-opened' }
  | { type: 'message-received'; attempt: number; challenge: Challenge }
  | { type: 'sign-pressed'; now: number }
  | { type: 'signed'; attempt: number; signature: string }
  | { type: 'logged-in'; attempt: number; token: string }
  /** The browser did not store the token. */
  | { type: 'user-loaded'; attempt: number; user: User }
  /** The user was refetched. */
  | { type: 'user-refreshed'; user: User }
  | { type: 'user-refused'; attempt: number }
  /** No response, or one that does not concern the token. `retryAfter` is in seconds. */
  | { type: 'user-unreachable'; attempt: number; retryAfter?: number | undefined }
  | { type: 'retry-due'; attempt: number }
  | { type: 'try-again' }
  /** Connecting, signing or logging in failed. */
  | { type: 'failed'; attempt: number; failure: SessionFailure }
  | { type: 'address-changed'; wallet: Wallet }
  | { type: 'chain-changed'; chainId: number }
  | { type: 'wallet-gone'; connector: string }
  | { type: 'token-refused' }
  /** Another tab removed the token; logging out there cleared the storage. */
  | { type: 'token-gone-elsewhere'; wasCleared: boolean }
  | { type: 'token-arrived-elsewhere' }
  | { type: 'dialog-closed' }
  /** `everywhere`: the server has already ended the session. */
  | { type: 'log-out'; from: 'here' | 'everywhere' }
