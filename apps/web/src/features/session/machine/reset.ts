import type { Effect } from './effects.ts'
import { startUserLoad } from './requests.ts'
import {
  currentWallet,
  type Idle,
  isBusy,
  type SessionFailure,
  type State,
} from './state.ts'
import { ignore, rollback, type Step } from './transitions.ts'

export function attemptFailed(state: State, failure: SessionFailure): Step {
  if (!isBusy(state)) return ignore(state)
  const connector = pendingConnector(state)
  const show: Effect = { do: 'show-failure', failure, connector, canRetry: true }
  if (state.at === 'connecting') {
    const next = rollbackTo(state, state.former, { ...failure, connector })
    // The wallet may have connected without sharing an account.
    const release: Effect = { do: 'disconnect', connector }
    return { ...next, effects: [release, ...next.effects, show] }
  }
  return {
    state: rollback(state, null, { ...failure, connector }),
    effects: [{ do: 'disconnect', connector }, { do: 'forget-user' }, show],
  }
}

/** Returns the connector that a busy state waits for. */
function pendingConnector(state: State): string {
  return state.at === 'connecting'
    ? state.connector
    : (currentWallet(state)?.connector ?? '')
}

/** Cancels the steps that the closed dialog had started. */
export function dialogClosed(state: State): Step {
  switch (state.at) {
    case 'connecting':
      return rollbackTo(state, state.former, null)
    case 'requesting-message':
    case 'ready-to-sign':
    case 'signing':
    case 'logging-in':
      return {
        state: rollback(state, null),
        effects: [
          { do: 'forget-user' },
          { do: 'disconnect', connector: state.wallet.connector },
        ],
      }
    case 'loading-user':
      return ignore({ ...state, intent: null })
    default:
      return ignore(state.failure ? { ...state, failure: null } : state)
  }
}

/** Calls `rollback` and restarts a pending load of the user. */
function rollbackTo(state: State, former: Idle | null, failure: State['failure']): Step {
  if (former?.at !== 'user-unreachable') return ignore(rollback(state, former, failure))
  const { wallet, tries } = former
  const next = startUserLoad(state, wallet, { tries })
  return { ...next, state: { ...next.state, failure } }
}

export function logOut(state: State, from: 'here' | 'everywhere'): Step {
  const call: Effect[] = from === 'here' ? [{ do: 'call-logout' }] : []
  return {
    state: rollback(state, null),
    effects: [
      ...call,
      { do: 'clear-storage' },
      { do: 'forget-user' },
      { do: 'close-dialog' },
      { do: 'disconnect', connector: null },
      { do: 'clear-traces' },
    ],
  }
}
