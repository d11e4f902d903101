import { loadUser, restore } from './asking.ts'
import { back, begin, closing, type Step, stay } from './moves.ts'
import { type State, settle, settledIn } from './state.ts'

/** Another tab signed in. Whose token it is shows once its user is loaded here too. */
export function tokenArrivedElsewhere(state: State): Step {
  switch (state.at) {
    case 'disconnected':
      return restore(state)
    case 'needs-sign-in':
    case 'user-unreachable':
      return loadUser(state, state.wallet)
    case 'signed-in': {
      const next = loadUser(state, state.wallet)
      return { ...next, effects: [{ do: 'forget-user' }, ...next.effects] }
    }
    case 'loading-user':
      return loadUser(state, state.wallet, { asked: state.asked })
    case 'requesting-message':
    case 'ready-to-sign': {
      const place = state.at === 'ready-to-sign' ? 'verify-dialog' : state.place
      return loadUser(state, state.wallet, { asked: { purpose: 'sign-in', place } })
    }
    case 'connecting': {
      const { former } = state
      if (!former) return stay(state)
      const next = { at: 'user-unreachable', wallet: former.wallet, tries: 0 } as const
      return { state: { ...state, former: next }, effects: [{ do: 'forget-user' }] }
    }
    default:
      return stay(state)
  }
}

export function tokenGoneElsewhere(state: State, wasCleared: boolean): Step {
  const settled = settledIn(state)
  const hadToken =
    state.at === 'loading-user' || (settled && settled.at !== 'needs-sign-in')
  if (!hadToken) {
    // The wallet may have told it first, and left traces after the other tab had cleared.
    const isOver = wasCleared && state.at === 'disconnected'
    return isOver ? { state, effects: [{ do: 'clear-traces' }] } : stay(state)
  }
  if (wasCleared) {
    return {
      state: back(state, null),
      effects: [
        { do: 'forget-user' },
        { do: 'close-dialog' },
        { do: 'disconnect', connector: null },
        { do: 'clear-traces' },
      ],
    }
  }
  if (state.at === 'loading-user') {
    const { wallet, asked } = state
    return {
      state: begin(state, { at: 'needs-sign-in', wallet }),
      effects: [{ do: 'forget-user' }, ...closing(asked)],
    }
  }
  if (!settled) return stay(state)
  return {
    state: settle(state, { at: 'needs-sign-in', wallet: settled.wallet }),
    effects: [{ do: 'forget-user' }],
  }
}
