import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import type { Wallet } from '../../../lib/session.ts'
import { signIn } from './asking.ts'
import type { Effect } from './effects.ts'
import { back, closing, go, type Step, stay } from './moves.ts'
import { type Failure, type State, settle, settledIn } from './state.ts'

export function userLoaded(state: State, user: User): Step {
  if (state.at !== 'loading-user') return stay(state)
  if (!isSameAddress(user.address, state.wallet.address)) return userRefused(state)
  return go(state, { at: 'signed-in', wallet: state.wallet, user }, closing(state.asked))
}

export function userRefreshed(state: State, user: User): Step {
  const settled = settledIn(state)
  if (settled?.at !== 'signed-in') return stay(state)
  // The answer may have been asked for by whoever was signed in before.
  if (!isSameAddress(user.address, settled.wallet.address)) return stay(state)
  return stay(settle(state, { ...settled, user }))
}

/** Nobody refused the token, so it is kept, and its user is asked for again after a while. */
export function userUnreachable(state: State, retryAfter: number | undefined): Step {
  if (state.at !== 'loading-user') return stay(state)
  const { wallet, asked, tries, attempt } = state
  const seconds = retryAfter ?? pauses[Math.min(tries, pauses.length - 1)] ?? 60
  const later: Effect = { do: 'retry-later', attempt, seconds }
  const tell: Effect = {
    do: 'tell-failure',
    failure: {
      title: 'Your account could not be loaded.',
      text: 'You stay signed in. It is tried again by itself.',
    },
    connector: wallet.connector,
    canRetry: false,
  }
  return go(state, { at: 'user-unreachable', wallet, tries: tries + 1 }, [
    ...closing(asked),
    later,
    // Said once, not at every try.
    ...(tries === 0 ? [tell] : []),
  ])
}

/** Seconds from one try to the next. */
const pauses = [2, 5, 10, 30, 60]

/** The token is worthless or another account's: it goes, the wallet stays. */
export function userRefused(state: State): Step {
  if (state.at !== 'loading-user') return stay(state)
  const dropped: Effect[] = [{ do: 'forget-user' }, { do: 'drop-token' }]
  const { wallet, asked, isNew } = state
  if (isNew) {
    return newTokenUseless(state, wallet, {
      title: 'You were not signed in.',
      text: 'The server did not take the new session. Try again.',
    })
  }
  if (asked?.purpose === 'sign-in') {
    const next = signIn(state, wallet, asked.place)
    return { ...next, effects: [...dropped, ...next.effects] }
  }
  return go(state, { at: 'needs-sign-in', wallet }, [...dropped, ...closing(asked)])
}

export function tokenNotKept(state: State, token: string): Step {
  if (state.at !== 'loading-user') return stay(state)
  const next = newTokenUseless(state, state.wallet, {
    title: 'You were not signed in.',
    text: 'Your browser keeps nothing for this site, so you cannot stay signed in.',
  })
  return { ...next, effects: [...next.effects, { do: 'end-session', token }] }
}

/** A signature was given and is worth nothing: asking for another would never end. */
function newTokenUseless(state: State, { connector }: Wallet, failure: Failure): Step {
  return {
    state: back(state, null, { ...failure, connector }),
    effects: [
      { do: 'disconnect', connector },
      { do: 'forget-user' },
      { do: 'drop-token' },
      { do: 'tell-failure', failure, connector, canRetry: true },
    ],
  }
}

/** The server no longer takes the token, which is gone already. */
export function tokenRefused(state: State): Step {
  if (state.at === 'loading-user') return userRefused(state)
  const settled = settledIn(state)
  if (!settled || settled.at === 'needs-sign-in') return stay(state)
  return {
    state: settle(state, { at: 'needs-sign-in', wallet: settled.wallet }),
    effects: [{ do: 'forget-user' }, { do: 'tell-session-ended' }],
  }
}
