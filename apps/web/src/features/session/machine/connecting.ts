import type { Wallet } from '../../../lib/session.ts'
import { loadUser, requestMessage, signIn } from './asking.ts'
import type { Effect } from './effects.ts'
import type { Event } from './events.ts'
import { begin, go, type Step, stay } from './moves.ts'
import {
  type Asked,
  isSettled,
  type Settled,
  type State,
  settledOf,
  walletOf,
} from './state.ts'

export function pick(
  state: State,
  event: Extract<Event, { type: 'wallet-picked' }>,
): Step {
  // While one wallet is asked, a second click is ignored.
  if (state.at !== 'disconnected' && !isSettled(state)) return stay(state)
  const { connector, asked } = event
  if (state.at !== 'disconnected' && state.wallet.connector === connector) {
    return pickAgain(state, asked)
  }
  const former = state.at === 'disconnected' ? null : settledOf(state)
  const next = begin(state, { at: 'connecting', connector, asked, former })
  return { state: next, effects: [{ do: 'connect', attempt: next.attempt, connector }] }
}

/** The wallet that was picked is connected already. */
function pickAgain(state: State & Settled, asked: Asked): Step {
  if (state.at === 'needs-sign-in' && asked.purpose === 'sign-in') {
    return requestMessage(state, state.wallet, asked.place)
  }
  if (state.at === 'user-unreachable') {
    return loadUser(state, state.wallet, { asked, tries: state.tries })
  }
  return { state, effects: [{ do: 'close-dialog' }] }
}

export function connected(
  state: State,
  event: Extract<Event, { type: 'connected' }>,
): Step {
  const { wallet, hasToken } = event
  if (state.at === 'restoring') return afterConnection(state, wallet, hasToken)
  if (state.at !== 'connecting') return stay(state)
  const { asked, former } = state
  const next = afterAskedConnection(state, wallet, hasToken, asked)
  if (!former) return next
  // One wallet at a time: the former one is let go once the new one has answered.
  const release: Effect[] = [{ do: 'disconnect', connector: former.wallet.connector }]
  if (former.at === 'signed-in') release.push({ do: 'forget-user' })
  return { ...next, effects: [...release, ...next.effects] }
}

function afterAskedConnection(
  state: State,
  wallet: Wallet,
  hasToken: boolean,
  asked: Asked,
): Step {
  if (hasToken) return loadUser(state, wallet, { asked })
  if (asked.purpose === 'sign-in') return signIn(state, wallet, asked.place)
  return go(state, { at: 'needs-sign-in', wallet }, [{ do: 'close-dialog' }])
}

/** A wallet answered after its dialog was closed: it is let go, unless it is in use. */
export function connectedLate(state: State, wallet: Wallet): Step {
  const inUse =
    state.at === 'restoring' ||
    walletOf(state)?.connector === wallet.connector ||
    (state.at === 'connecting' && state.connector === wallet.connector)
  return inUse
    ? stay(state)
    : { state, effects: [{ do: 'disconnect', connector: wallet.connector }] }
}

export function afterConnection(state: State, wallet: Wallet, hasToken: boolean): Step {
  return hasToken ? loadUser(state, wallet) : go(state, { at: 'needs-sign-in', wallet })
}
