import { Problem } from '@platemark/wire/problem'

/**
 * Answers a function that runs what it is given, `atOnce` at a time, in the order of asking. It
 * throws `busy` when `mostWaiting` wait already.
 */
export function turns({
  atOnce,
  mostWaiting,
}: {
  atOnce: number
  mostWaiting: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (waiting.length >= mostWaiting) throw new Problem('busy')
    if (running >= atOnce) await new Promise<void>((start) => waiting.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      // Handed on, so that nobody who comes now is served before those who wait.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
