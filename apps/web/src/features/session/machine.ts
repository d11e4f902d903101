import { loadUser, requestMessage, restore } from './machine/asking.ts'
import { afterConnection, connected, connectedLate, pick } from './machine/connecting.ts'
import type { Event } from './machine/events.ts'
import { dialogClosed, failed, logOut } from './machine/leaving.ts'
import { go, type Step, stay } from './machine/moves.ts'
import { tokenArrivedElsewhere, tokenGoneElsewhere } from './machine/other-tabs.ts'
import {
  loggedIn,
  loggedInLate,
  messageReceived,
  signed,
  signPressed,
} from './machine/signing-in.ts'
import type { State } from './machine/state.ts'
import {
  tokenNotKept,
  tokenRefused,
  userLoaded,
  userRefreshed,
  userRefused,
  userUnreachable,
} from './machine/user.ts'
import { addressChanged, chainChanged, walletGone } from './machine/wallet-changes.ts'

/** The next state and what to do now. Events that mean nothing in a state change nothing. */
export function step(state: State, event: Event): Step {
  if ('attempt' in event && event.attempt !== state.attempt) return late(state, event)
  switch (event.type) {
    case 'wallet-picked':
      return pick(state, event)
    case 'connected':
      return connected(state, event)
    case 'restore':
      return state.at === 'disconnected' ? restore(state) : stay(state)
    case 'nothing-restored':
      return state.at === 'restoring' ? go(state, { at: 'disconnected' }) : stay(state)
    case 'wallet-appeared':
      return state.at === 'disconnected'
        ? afterConnection(state, event.wallet, event.hasToken)
        : stay(state)
    case 'verify-opened':
      return state.at === 'needs-sign-in'
        ? requestMessage(state, state.wallet, 'verify-dialog')
        : stay(state)
    case 'message-received':
      return messageReceived(state, event.challenge)
    case 'sign-pressed':
      return signPressed(state, event.now)
    case 'signed':
      return signed(state, event.signature)
    case 'logged-in':
      return loggedIn(state, event.token)
    case 'token-not-kept':
      return tokenNotKept(state, event.token)
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
        ? loadUser(state, state.wallet, { tries: state.tries })
        : stay(state)
    case 'failed':
      return failed(state, event.failure)
    case 'address-changed':
      return addressChanged(state, event.wallet)
    case 'chain-changed':
      return chainChanged(state, event.chainId)
    case 'wallet-gone':
      return walletGone(state, event.connector)
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

/** An answer to something cancelled. What it brought is given back. */
function late(state: State, event: Event): Step {
  if (event.type === 'connected') return connectedLate(state, event.wallet)
  if (event.type === 'logged-in') return loggedInLate(state, event.token)
  return stay(state)
}
