import { setTimeout as sleep } from 'node:timers/promises'

/** Ends early, without an error, when `signal` is aborted. */
export async function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Doubles with every failure up to a minute; spread, so that chains do not retry together. */
export function backoff(failures: number, pollMs: number): number {
  const longest = Math.min(60_000, pollMs * 2 ** Math.min(failures, 16))
  return longest * (0.5 + Math.random() / 2)
}
