/**
 * Runs `work` now and every `ms` milliseconds, never twice at once; it must not reject.
 * The returned function stops the timer and resolves after the current run.
 */
export function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  const round = () => {
    running ??= work().finally(() => {
      running = undefined
    })
  }
  round()
  const timer = setInterval(round, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}
