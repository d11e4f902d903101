/**
 * Work on a long list, cut so that a page can do something else in between: each `next()` does a
 * bounded part and yields the share that is done, 0 to 1; the last one returns the result.
 */
export type Slices<Result> = Generator<number, Result, void>

/** Does all slices at once and returns the result: for short lists, programs and tests. */
export function finishSlices<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const step = slices.next()
    if (step.done) return step.value
  }
}

type SliceOptions = {
  signal?: AbortSignal
  onProgress?: (share: number) => void
  /** Milliseconds after which other tasks of the thread get their turn. */
  sliceMs?: number
}

/**
 * Does the slices in tasks of about `sliceMs` and resolves with the result. Rejects with the
 * reason of `signal` once it aborts, and with what a slice throws.
 */
export async function runSlices<Result>(
  slices: Slices<Result>,
  { signal, onProgress, sliceMs = 8 }: SliceOptions = {},
): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted()
    const until = performance.now() + sliceMs
    let share = 0
    do {
      const step = slices.next()
      if (step.done) return step.value
      share = step.value
    } while (performance.now() < until)
    onProgress?.(share)
    await nextTask()
  }
}

/** Resolves in a task of its own: a timer would wait 4 ms each time, and seconds in hidden tabs. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
