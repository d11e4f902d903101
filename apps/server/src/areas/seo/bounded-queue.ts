import { Problem } from '@platemark/api/problem'
import pLimit from 'p-limit'

/**
 * Returns a function that runs what it is given, `atOnce` at a time, in the order of asking. It
 * throws `busy` when `mostWaiting` wait already.
 */
export function createBoundedQueue({
  atOnce,
  mostWaiting,
}: {
  atOnce: number
  mostWaiting: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.pendingCount >= mostWaiting) throw new Problem('busy')
    return limit(work)
  }
}
