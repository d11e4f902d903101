import { abortableSleep } from '../backoff.ts'

/** Waits until `count` more requests are within the rate; throws when `signal` is aborted. */
export type RateLimit = (count: number, signal: AbortSignal) => Promise<void>

/**
 * Lets through `perSecond` requests a second, and one second's worth of them at once. Whoever
 * came first goes first; more than a second's worth is only delayed, never refused.
 */
export function rateLimit(
  perSecond: number,
  now = () => performance.now(),
  wait = abortableSleep,
): RateLimit {
  const most = Math.max(1, perSecond)
  let left = most
  let at = now()
  return async (count, signal) => {
    signal.throwIfAborted()
    const time = now()
    left = Math.min(most, left + ((time - at) / 1000) * perSecond)
    at = time
    left -= count
    if (left >= 0) return
    await wait((-left / perSecond) * 1000, signal)
    if (!signal.aborted) return
    left += count
    throw signal.reason
  }
}
