import { Problem } from '@platemark/api/problem'
import pLimit from 'p-limit'

const RETRY_AFTER_SECONDS = 5

/** Who a task is for: user id, and rate-limit key of the network. */
export type TaskOwner = { user?: string; client?: string }

/**
 * Returns a function that runs at most `concurrency` tasks at a time, in order. It throws
 * `busy` when `maxPending` tasks wait already, and `too_many_requests` when `maxPerUser`
 * tasks of the same user or `maxPerClient` of the same network run or wait, so that none
 * takes all places with many accounts. What a task has no owner of is not counted.
 */
export function createBoundedQueue({
  concurrency,
  maxPending,
  maxPerUser = Number.POSITIVE_INFINITY,
  maxPerClient = Number.POSITIVE_INFINITY,
}: {
  concurrency: number
  maxPending: number
  maxPerUser?: number
  maxPerClient?: number
}): <T>(work: () => Promise<T>, owner?: TaskOwner) => Promise<T> {
  const limit = pLimit(concurrency)
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  return async (work, { user, client } = {}) => {
    const retryAfter = RETRY_AFTER_SECONDS
    const [ofUser, ofClient] = [`user ${user}`, `client ${client}`]
    if (user !== undefined && countOf(ofUser) >= maxPerUser) {
      const sentence = 'Wait until your other tasks are done.'
      throw new Problem('too_many_requests', sentence, { retryAfter })
    }
    if (client !== undefined && countOf(ofClient) >= maxPerClient) {
      const sentence = 'Too many tasks are running from your network. Try again shortly.'
      throw new Problem('too_many_requests', sentence, { retryAfter })
    }
    if (limit.pendingCount >= maxPending) {
      throw new Problem('busy', undefined, { retryAfter })
    }
    const keys = [
      ...(user === undefined ? [] : [ofUser]),
      ...(client === undefined ? [] : [ofClient]),
    ]
    for (const key of keys) counts.set(key, countOf(key) + 1)
    try {
      return await limit(work)
    } finally {
      for (const key of keys) {
        if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
        else counts.delete(key)
      }
    }
  }
}
