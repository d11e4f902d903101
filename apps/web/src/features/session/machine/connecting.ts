import type { Wallet } from '../../../lib/session.ts'
import type { Effect } from './effects.ts'
import type { Event } from './events.ts'
import { startMessageRequest, startSignIn, startUserLoad } from './requests.ts'
import {
  currentWallet,
  type Idle,
  type Intent,
  isIdle,
  type State,
  toIdle,
} from './state.ts'
import { ignore, type Step, start, transition } from './transitions.ts'

export function pickWallet(
  state: State,
  event: Extract<Event, { type: 'wallet-picked' }>,
): Step {
  // While a connection is pending, a second click is ignored.
  if (state.at !== 'disconnected' && !isIdle(state)) return ignore(state)
  const { connector, intent } = event
  if (state.at !== 'disconnected' && state.wallet.connector === connector) {
    return pickAgain(state, intent)
  }
  const former = state.at === 'disconnected' ? null : toIdle(state)
  const next = start(state, { at: 'connecting', connector, intent, former })
  return { state: next, effects: [{ do: 'connect', attempt: next.attempt, connector }] }
}

/** Handles a pick of the wallet that is already connected. */
function pickAgain(state: State & Idle, intent: Intent): Step {
  if (state.at === 'needs-sign-in' && intent.purpose === 'sign-in') {
    return startMessageRequest(state, state.wallet, intent.surface)
  }
  if (state.at === 'user-unreachable') {
    return startUserLoad(state, state.wallet, { intent, tries: state.tries })
  }
  return { state, effects: [{ do: 'close-dialog' }] }
}

export function connected(
  state: State,
  event: Extract<Event, { type: 'connected' }>,
): Step {
  const { wallet, hasToken } = event
  if (state.at === 'restoring') return afterConnection(state, wallet, hasToken)
  if (state.at !== 'connecting') return ignore(state)
  const { intent, former } = state
  const next = afterRequestedConnection(state, wallet, hasToken, intent)
  if (!former) return next
  // One wallet at a time: the former one is disconnected once the new one has connected.
  const release: Effect[] = [{ do: 'disconnect', connector: former.wallet.connector }]
  if (former.at === 'signed-in') release.push({ do: 'forget-user' })
  return { ...next, effects: [...release, ...next.effects] }
}

function afterRequestedConnection(
  state: State,
  wallet: Wallet,
  hasToken: boolean,
  intent: Intent,
): Step {
  if (hasToken) return startUserLoad(state, wallet, { intent })
  if (intent.purpose === 'sign-in') return startSignIn(state, wallet, intent.surface)
  return transition(state, { at: 'needs-sign-in', wallet }, [{ do: 'close-dialog' }])
}

/**
 * Disconnects a wallet that connected after its dialog was closed, unless it is in use.
 */
export function connectedLate(state: State, wallet: Wallet): Step {
  const inUse =
    state.at === 'restoring' ||
    currentWallet(state)?.connector === wallet.connector ||
    (state.at === 'connecting' && state.connector === wallet.connector)
  return inUse
    ? ignore(state)
    : { state, effects: [{ do: 'disconnect', connector: wallet.connector }] }
}

export function afterConnection(state: State, wallet: Wallet, hasToken: boolean): Step {
  return hasToken
    ? startUserLoad(state, wallet)
    : transition(state, { at: 'needs-sign-in', wallet })
}
