import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import type { Wallet } from '../../../lib/session.ts'
import type { Effect } from './effects.ts'
import { startSignIn } from './requests.ts'
import { findIdle, replaceIdle, type SessionFailure, type State } from './state.ts'
import { closeDialogFor, ignore, rollback, type Step, transition } from './transitions.ts'

export function userLoaded(state: State, user: User): Step {
  if (state.at !== 'loading-user') return ignore(state)
  if (!isSameAddress(user.address, state.wallet.address)) return userRefused(state)
  return transition(
    state,
    { at: 'signed-in', wallet: state.wallet, user },
    closeDialogFor(state.intent),
  )
}

export function userRefreshed(state: State, user: User): Step {
  const idle = findIdle(state)
  if (idle?.at !== 'signed-in') return ignore(state)
  // The response may belong to a user who has signed out since.
  if (!isSameAddress(user.address, idle.wallet.address)) return ignore(state)
  return ignore(replaceIdle(state, { ...idle, user }))
}

/** Keeps the token, which was not refused, and schedules another load of its user. */
export function userUnreachable(state: State, retryAfter: number | undefined): Step {
  if (state.at !== 'loading-user') return ignore(state)
  const { wallet, intent, tries, attempt } = state
  const seconds = retryAfter ?? pauses[Math.min(tries, pauses.length - 1)] ?? 60
  const later: Effect = { do: 'retry-later', attempt, seconds }
  const show: Effect = {
    do: 'show-failure',
    failure: {
      title: 'Your account could not be loaded.',
      text: 'You stay signed in. Retrying automatically.',
    },
    connector: wallet.connector,
    canRetry: false,
  }
  return transition(state, { at: 'user-unreachable', wallet, tries: tries + 1 }, [
    ...closeDialogFor(intent),
    later,
    // Shown once, not for every retry.
    ...(tries === 0 ? [show] : []),
  ])
}

/** Delays between retries, in seconds. */
const pauses = [2, 5, 10, 30, 60]

/**
 * Handles a token that is invalid or another account's: it is dropped, the wallet stays.
 */
export function userRefused(state: State): Step {
  if (state.at !== 'loading-user') return ignore(state)
  const dropped: Effect[] = [{ do: 'forget-user' }, { do: 'drop-token' }]
  const { wallet, intent, isNew } = state
  if (isNew) {
    return newTokenRejected(state, wallet, {
      title: 'You were not signed in.',
      text: 'The server did not take the new session. Try again.',
    })
  }
  if (intent?.purpose === 'sign-in') {
    const next = startSignIn(state, wallet, intent.surface)
    return { ...next, effects: [...dropped, ...next.effects] }
  }
  return transition(state, { at: 'needs-sign-in', wallet }, [
    ...dropped,
    ...closeDialogFor(intent),
  ])
}

/** Handles a new token that is refused: requesting another signature could loop. */
function newTokenRejected(
  state: State,
  { connector }: Wallet,
  failure: SessionFailure,
): Step {
  return {
    state: rollback(state, null, { ...failure, connector }),
    effects: [
      { do: 'disconnect', connector },
      { do: 'forget-user' },
      { do: 'drop-token' },
      { do: 'show-failure', failure, connector, canRetry: true },
    ],
  }
}

/** Handles a token that the server no longer accepts; it is already removed. */
export function tokenRefused(state: State): Step {
  if (state.at === 'loading-user') return userRefused(state)
  const idle = findIdle(state)
  if (!idle || idle.at === 'needs-sign-in') return ignore(state)
  return {
    state: replaceIdle(state, { at: 'needs-sign-in', wallet: idle.wallet }),
    effects: [{ do: 'forget-user' }, { do: 'show-session-ended' }],
  }
}
