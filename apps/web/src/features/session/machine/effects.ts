import type { Wallet } from '../../../lib/session.ts'
import type { Challenge, SessionFailure } from './state.ts'

/** Side effect of a step; the page runs them in order. */
export type Effect =
  | { do: 'connect'; attempt: number; connector: string }
  | { do: 'restore'; attempt: number }
  | { do: 'request-message'; attempt: number; wallet: Wallet }
  | { do: 'sign'; attempt: number; wallet: Wallet; challenge: Challenge }
  | { do: 'log-in'; attempt: number; wallet: Wallet; signature: string; nonce: string }
  | { do: 'store-token'; token: string }
  | { do: 'drop-token' }
  | { do: 'end-session'; token: string }
  | { do: 'load-user'; attempt: number }
  | { do: 'retry-later'; attempt: number; seconds: number }
  /** Disconnects one wallet, or all of them for null. */
  | { do: 'disconnect'; connector: string | null }
  | { do: 'open-verify-dialog' }
  | { do: 'close-dialog' }
  | { do: 'call-logout' }
  | { do: 'clear-storage' }
  /** Clears again what disconnecting has written meanwhile. */
  | { do: 'clear-traces' }
  | { do: 'forget-user' }
  | { do: 'show-failure'; failure: SessionFailure; connector: string; canRetry: boolean }
  | { do: 'show-session-ended' }
