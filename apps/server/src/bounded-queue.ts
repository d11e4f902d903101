import { Problem } from '@platemark/api/problem'
import pLimit from 'p-limit'

/**
 * Returns a function that runs at most `concurrency` tasks at a time, in order. It throws
 * `busy` when `maxPending` tasks wait already.
 */
export function createBoundedQueue({
  concurrency,
  maxPending,
}: {
  concurrency: number
  maxPending: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.pendingCount >= maxPending) throw new Problem('busy')
    return limit(work)
  }
}
