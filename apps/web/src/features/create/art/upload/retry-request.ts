import { describeTemporary } from './upload-failures.ts'

export type RetryOptions = {
  signal: AbortSignal
  /** Called with the reason while nothing can be sent, and with undefined once it can. */
  onWaiting(reason: string | undefined): void
}

const MAX_WAIT_MS = 30_000

/**
 * Repeats a request until it is answered, unless the answer is final. Rejects with that, or with
 * the reason of the signal.
 */
export async function persist<Result>(
  options: RetryOptions,
  send: () => Promise<Result>,
): Promise<Result> {
  const { signal, onWaiting } = options
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await send()
      if (attempt > 0) onWaiting(undefined)
      return result
    } catch (error) {
      signal.throwIfAborted()
      const reason = describeTemporary(error)
      if (reason === undefined) throw error
      await waitAfter(attempt, reason, options)
    }
  }
}

/** Shows why nothing is sent and waits, longer after each failure in a row. */
export async function waitAfter(
  failures: number,
  reason: string,
  { signal, onWaiting }: RetryOptions,
): Promise<void> {
  onWaiting(reason)
  await waitToRetry(Math.min(1000 * 2 ** failures, MAX_WAIT_MS), signal)
}

/** Waits a time, or until the browser is online again. */
function waitToRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
