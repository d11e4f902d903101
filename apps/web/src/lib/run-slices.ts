import type { Slices } from '@platemark/rules/slices'

type SliceOptions = {
  signal?: AbortSignal
  onProgress?: (share: number) => void
  /** Milliseconds after which other tasks of the page get their turn. */
  sliceMs?: number
  /** Milliseconds between two reports of progress, each of which is rendered. */
  progressMs?: number
}

/**
 * Does the slices in tasks of about `sliceMs` and resolves with the result. Rejects with the
 * reason of `signal` once it aborts, and with what a slice throws.
 */
export async function runSlices<Result>(
  slices: Slices<Result>,
  { signal, onProgress, sliceMs = 8, progressMs = 100 }: SliceOptions = {},
): Promise<Result> {
  const tasks = openTasks()
  try {
    // The task that asks for the work may have taken its time already.
    await tasks.next()
    let reportedAt = 0
    for (;;) {
      signal?.throwIfAborted()
      const until = performance.now() + sliceMs
      let share: number | undefined
      do {
        const step = slices.next()
        if (step.done) return step.value
        share = step.value ?? share
      } while (performance.now() < until)
      if (share !== undefined && performance.now() - reportedAt >= progressMs) {
        reportedAt = performance.now()
        onProgress?.(share)
      }
      await tasks.next()
    }
  } finally {
    tasks.close()
  }
}

/**
 * Opens tasks of the page, one after the other: a timer would wait 4 ms each time, and seconds in
 * hidden tabs. All use one channel: thousands of channels take the browser 100 ms to collect.
 */
function openTasks(): { next(): Promise<void>; close(): void } {
  const { port1, port2 } = new MessageChannel()
  return {
    next: () =>
      new Promise((resolve) => {
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
    close: () => port1.close(),
  }
}
