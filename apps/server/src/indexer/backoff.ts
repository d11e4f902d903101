import { setTimeout as sleep } from 'node:timers/promises'

/** Sleeps; resolves early, without an error, when `signal` is aborted. */
export async function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Returns a delay that doubles per failure, up to a minute, with jitter. */
export function backoff(failures: number, pollMs: number): number {
  const maxMs = Math.min(60_000, pollMs * 2 ** Math.min(failures, 16))
  return maxMs * (0.5 + Math.random() / 2)
}
