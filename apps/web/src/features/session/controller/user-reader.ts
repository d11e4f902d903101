import { getUser } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import type { User } from '@platemark/api/profile'
import { call } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import type { Event } from '../machine/events.ts'
import type { ControllerContext, EffectFor } from './context.ts'
import { userKey } from './user-queries.ts'

export type UserReader = ReturnType<typeof startUserReader>

/** Reads who is signed in, again after a failure, and again for somebody who comes back. */
export function startUserReader({ queries, state, dispatch }: ControllerContext) {
  let retry: ReturnType<typeof setTimeout> | undefined

  const load = async ({ attempt }: EffectFor<'load-user'>) => {
    // Not with a token that could not be stored.
    if (attempt !== state.read().attempt) return
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

  /** Somebody who comes back sees today's balance, or that the session has ended. */
  const refresh = async () => {
    const isHere = document.visibilityState === 'visible'
    if (!isHere || state.read().at !== 'signed-in') return
    const { dataUpdatedAt = 0 } = queries.getQueryState(userKey) ?? {}
    if (Date.now() - dataUpdatedAt < 60_000) return
    const known = session.read().user
    const user = await call(getUser, {}).catch(() => undefined)
    // What came meanwhile, with a change that was saved, is newer.
    const isNewest = session.read().user === known
    if (user && isNewest) take({ type: 'user-refreshed', user })
  }

  /** Also keeps the answer for screens that read it, unless it was somebody else's. */
  const take = (event: Extract<Event, { user: User }>) => {
    dispatch(event)
    const current = state.read()
    const isTaken = current.at === 'signed-in' && current.user === event.user
    if (isTaken) queries.setQueryData(userKey, { data: event.user })
  }

  return { load, retryLater, refresh, take, stop: () => clearTimeout(retry) }
}
