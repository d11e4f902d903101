/**
 * Does `work` now and every `ms` milliseconds, never twice at once. The returned function
 * ends it, and resolves when the round that runs is over. `work` must not reject.
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
