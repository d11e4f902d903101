import { setTimeout as pause } from 'node:timers/promises'

/** Longest wait for a node in milliseconds. */
export const MAX_WAIT_MS = 1500

const MAX_CACHED = 5000

/** Adds the newest entry and drops the oldest beyond the bound. */
export function putBounded<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > MAX_CACHED) kept.delete(oldest)
}

/** Rejects if `work` takes longer than `timeoutMs`. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const stop = new AbortController()
  const tooLong = pause(timeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`request timed out: expected at most ${timeoutMs} ms`)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    stop.abort()
    tooLong.catch(() => {})
  }
}
