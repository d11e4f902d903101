import { abortableSleep } from '../backoff.ts'

/** Waits until `count` more requests are within the rate; throws when `signal` is aborted. */
export type RateLimit = (count: number, signal: AbortSignal) => Promise<void>

/**
 * Creates a limit of `perSecond` requests, with bursts of one second's worth. Requests pass in
 * order; more than a burst is delayed, never refused.
 */
export function rateLimit(
  perSecond: number,
  now = () => performance.now(),
  wait = abortableSleep,
): RateLimit {
  const burst = Math.max(1, perSecond)
  let left = burst
  let at = now()
  return async (count, signal) => {
    signal.throwIfAborted()
    const time = now()
    left = Math.min(burst, left + ((time - at) / 1000) * perSecond)
    at = time
    left -= count
    if (left >= 0) return
    await wait((-left / perSecond) * 1000, signal)
    if (!signal.aborted) return
    left += count
    throw signal.reason
  }
}
