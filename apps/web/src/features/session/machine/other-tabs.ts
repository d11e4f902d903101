import { startRestore, startUserLoad } from './requests.ts'
import { findIdle, replaceIdle, type State } from './state.ts'
import { closeDialogFor, ignore, rollback, type Step, start } from './transitions.ts'

/** Handles a sign-in of another tab. The user of the token is known once it is loaded. */
export function tokenArrivedElsewhere(state: State): Step {
  switch (state.at) {
    case 'disconnected':
      return startRestore(state)
    case 'needs-sign-in':
    case 'user-unreachable':
      return startUserLoad(state, state.wallet)
    case 'signed-in': {
      const next = startUserLoad(state, state.wallet)
      return { ...next, effects: [{ do: 'forget-user' }, ...next.effects] }
    }
    case 'loading-user':
      return startUserLoad(state, state.wallet, { intent: state.intent })
    case 'requesting-message':
    case 'ready-to-sign': {
      const surface = state.at === 'ready-to-sign' ? 'verify-dialog' : state.surface
      return startUserLoad(state, state.wallet, {
        intent: { purpose: 'sign-in', surface },
      })
    }
    case 'connecting': {
      const { former } = state
      if (!former) return ignore(state)
      const next = { at: 'user-unreachable', wallet: former.wallet, tries: 0 } as const
      return { state: { ...state, former: next }, effects: [{ do: 'forget-user' }] }
    }
    default:
      return ignore(state)
  }
}

export function tokenGoneElsewhere(state: State, wasCleared: boolean): Step {
  const idle = findIdle(state)
  const hadToken = state.at === 'loading-user' || (idle && idle.at !== 'needs-sign-in')
  if (!hadToken) {
    // The wallet's event may arrive first and write traces after the other tab has
    // cleared.
    const isOver = wasCleared && state.at === 'disconnected'
    return isOver ? { state, effects: [{ do: 'clear-traces' }] } : ignore(state)
  }
  if (wasCleared) {
    return {
      state: rollback(state, null),
      effects: [
        { do: 'forget-user' },
        { do: 'close-dialog' },
        { do: 'disconnect', connector: null },
        { do: 'clear-traces' },
      ],
    }
  }
  if (state.at === 'loading-user') {
    const { wallet, intent } = state
    return {
      state: start(state, { at: 'needs-sign-in', wallet }),
      effects: [{ do: 'forget-user' }, ...closeDialogFor(intent)],
    }
  }
  if (!idle) return ignore(state)
  return {
    state: replaceIdle(state, { at: 'needs-sign-in', wallet: idle.wallet }),
    effects: [{ do: 'forget-user' }],
  }
}
