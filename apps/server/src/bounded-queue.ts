import { Problem } from '@platemark/api/problem'
import pLimit from 'p-limit'

const RETRY_AFTER_SECONDS = 5

/**
 * Returns a function that runs at most `concurrency` tasks at a time, in order. It throws
 * `busy` when `maxPending` tasks wait already, and `too_many_requests` when `maxPerOwner`
 * tasks of the same owner run or wait; tasks without an owner are not counted by it.
 */
export function createBoundedQueue({
  concurrency,
  maxPending,
  maxPerOwner = Number.POSITIVE_INFINITY,
}: {
  concurrency: number
  maxPending: number
  maxPerOwner?: number
}): <T>(work: () => Promise<T>, owner?: string) => Promise<T> {
  const limit = pLimit(concurrency)
  const counts = new Map<string, number>()
  return async (work, owner = '') => {
    const retryAfter = RETRY_AFTER_SECONDS
    const count = counts.get(owner) ?? 0
    if (owner !== '' && count >= maxPerOwner) {
      const sentence = 'Wait until your other tasks are done.'
      throw new Problem('too_many_requests', sentence, { retryAfter })
    }
    if (limit.pendingCount >= maxPending) {
      throw new Problem('busy', undefined, { retryAfter })
    }
    counts.set(owner, count + 1)
    try {
      return await limit(work)
    } finally {
      const left = (counts.get(owner) ?? 1) - 1
      if (left > 0) counts.set(owner, left)
      else counts.delete(owner)
    }
  }
}
