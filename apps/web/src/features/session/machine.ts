import {
  afterConnection,
  connected,
  connectedLate,
  pickWallet,
} from './machine/connecting.ts'
import type { Event } from './machine/events.ts'
import { tokenArrivedElsewhere, tokenGoneElsewhere } from './machine/other-tabs.ts'
import { startMessageRequest, startRestore, startUserLoad } from './machine/requests.ts'
import { attemptFailed, dialogClosed, logOut } from './machine/reset.ts'
import {
  loggedIn,
  loggedInLate,
  messageReceived,
  signed,
  signPressed,
} from './machine/signing-in.ts'
import type { State } from './machine/state.ts'
import { ignore, type Step, transition } from './machine/transitions.ts'
import {
  tokenRefused,
  userLoaded,
  userRefreshed,
  userRefused,
  userUnreachable,
} from './machine/user.ts'
import {
  addressChanged,
  chainChanged,
  walletDisconnected,
} from './machine/wallet-changes.ts'

/**
 * Returns the next state and its effects. Events that do not apply to a state change
 * nothing.
 */
export function step(state: State, event: Event): Step {
  if ('attempt' in event && event.attempt !== state.attempt) return late(state, event)
  switch (event.type) {
    case 'wallet-picked':
      return pickWallet(state, event)
    case 'connected':
      return connected(state, event)
    case 'restore':
      return state.at === 'disconnected' ? startRestore(state) : ignore(state)
    case 'nothing-restored':
      return state.at === 'restoring'
        ? transition(state, { at: 'disconnected' })
        : ignore(state)
    case 'wallet-appeared':
      return state.at === 'disconnected'
        ? afterConnection(state, event.wallet, event.hasToken)
        : ignore(state)
    case 'verify-opened':
      return state.at === 'needs-sign-in'
        ? startMessageRequest(state, state.wallet, 'verify-dialog')
        : ignore(state)
    case 'message-received':
      return messageReceived(state, event.challenge)
    case 'sign-pressed':
      return signPressed(state, event.now)
    case 'signed':
      return signed(state, event.signature)
    case 'logged-in':
      return loggedIn(state, event.token)
    case 'user-loaded':
      return userLoaded(state, event.user)
    case 'user-refreshed':
      return userRefreshed(state, event.user)
    case 'user-refused':
      return userRefused(state)
    case 'user-unreachable':
      return userUnreachable(state, event.retryAfter)
    case 'retry-due':
    case 'try-again':
      return state.at === 'user-unreachable'
        ? startUserLoad(state, state.wallet, { tries: state.tries })
        : ignore(state)
    case 'failed':
      return attemptFailed(state, event.failure)
    case 'address-changed':
      return addressChanged(state, event.wallet)
    case 'chain-changed':
      return chainChanged(state, event.chainId)
    case 'wallet-gone':
      return walletDisconnected(state, event.connector)
    case 'token-refused':
      return tokenRefused(state)
    case 'token-gone-elsewhere':
      return tokenGoneElsewhere(state, event.wasCleared)
    case 'token-arrived-elsewhere':
      return tokenArrivedElsewhere(state)
    case 'dialog-closed':
      return dialogClosed(state)
    case 'log-out':
      return logOut(state, event.from)
  }
}

/** Handles the late response of a cancelled attempt by undoing its result. */
function late(state: State, event: Event): Step {
  if (event.type === 'connected') return connectedLate(state, event.wallet)
  if (event.type === 'logged-in') return loggedInLate(state, event.token)
  return ignore(state)
}
