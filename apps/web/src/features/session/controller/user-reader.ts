import { getUser } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import type { User } from '@platemark/api/profile'
import { call } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import type { Event } from '../machine/events.ts'
import type { ControllerContext, EffectFor } from './context.ts'
import { userKey } from './user-queries.ts'

export type UserReader = ReturnType<typeof startUserReader>

/**
 * Reads the signed-in user, retries after failures, and refreshes when the page becomes
 * visible.
 */
export function startUserReader({ queries, state, dispatch }: ControllerContext) {
  let retry: ReturnType<typeof setTimeout> | undefined

  const load = async ({ attempt }: EffectFor<'load-user'>) => {
    const user = await call(getUser, {}).catch((error: unknown) => {
      const problem = error instanceof Problem ? error : undefined
      dispatch(
        problem?.status === 401
          ? { type: 'user-refused', attempt }
          : { type: 'user-unreachable', attempt, retryAfter: problem?.retryAfter },
      )
    })
    if (user) take({ type: 'user-loaded', attempt, user })
  }

  const retryLater = ({ attempt, seconds }: EffectFor<'retry-later'>) => {
    clearTimeout(retry)
    retry = setTimeout(() => dispatch({ type: 'retry-due', attempt }), seconds * 1000)
  }

  /**
   * Refreshes the user when the page becomes visible, which updates the balance or ends
   * the session.
   */
  const refresh = async () => {
    const isHere = document.visibilityState === 'visible'
    if (!isHere || state.read().at !== 'signed-in') return
    const { dataUpdatedAt = 0 } = queries.getQueryState(userKey) ?? {}
    if (Date.now() - dataUpdatedAt < 60_000) return
    const known = session.read().user
    const user = await call(getUser, {}).catch(() => undefined)
    // A user saved meanwhile is newer than this response.
    const isNewest = session.read().user === known
    if (user && isNewest) take({ type: 'user-refreshed', user })
  }

  /** Dispatches the user and caches the response, unless it belongs to another user. */
  const take = (event: Extract<Event, { user: User }>) => {
    dispatch(event)
    const current = state.read()
    const isTaken = current.at === 'signed-in' && current.user === event.user
    if (isTaken) queries.setQueryData(userKey, { data: event.user })
  }

  return { load, retryLater, refresh, take, stop: () => clearTimeout(retry) }
}
