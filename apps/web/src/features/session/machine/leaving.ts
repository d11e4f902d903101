import { loadUser } from './asking.ts'
import type { Effect } from './effects.ts'
import { back, type Step, stay } from './moves.ts'
import { type Failure, isBusy, type Settled, type State, walletOf } from './state.ts'

export function failed(state: State, failure: Failure): Step {
  if (!isBusy(state)) return stay(state)
  const connector = askedConnector(state)
  const tell: Effect = { do: 'tell-failure', failure, connector, canRetry: true }
  if (state.at === 'connecting') {
    const next = backTo(state, state.former, { ...failure, connector })
    // It may have connected without sharing an account.
    const release: Effect = { do: 'disconnect', connector }
    return { ...next, effects: [release, ...next.effects, tell] }
  }
  return {
    state: back(state, null, { ...failure, connector }),
    effects: [{ do: 'disconnect', connector }, { do: 'forget-user' }, tell],
  }
}

/** The wallet a busy state waits for. */
function askedConnector(state: State): string {
  return state.at === 'connecting' ? state.connector : (walletOf(state)?.connector ?? '')
}

/** Closing a dialog takes back what it had begun. */
export function dialogClosed(state: State): Step {
  switch (state.at) {
    case 'connecting':
      return backTo(state, state.former, null)
    case 'requesting-message':
    case 'ready-to-sign':
    case 'signing':
    case 'logging-in':
      return {
        state: back(state, null),
        effects: [
          { do: 'forget-user' },
          { do: 'disconnect', connector: state.wallet.connector },
        ],
      }
    case 'loading-user':
      return stay({ ...state, asked: null })
    default:
      return stay(state.failure ? { ...state, failure: null } : state)
  }
}

/** As `back`, and takes up again the load of a user that was still to come. */
function backTo(state: State, former: Settled | null, failure: State['failure']): Step {
  if (former?.at !== 'user-unreachable') return stay(back(state, former, failure))
  const { wallet, tries } = former
  const next = loadUser(state, wallet, { tries })
  return { ...next, state: { ...next.state, failure } }
}

export function logOut(state: State, from: 'here' | 'everywhere'): Step {
  const call: Effect[] = from === 'here' ? [{ do: 'call-logout' }] : []
  return {
    state: back(state, null),
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
