import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns a stream of the same bytes that fails when `source` brings none for `seconds`
 * while its reader waits. A timeout of the socket would also count the time in which a slow
 * reader takes nothing.
 */
export function withTimeout(source: Readable, seconds: number): Readable {
  const stream = Readable.from(readInTime(source, seconds * 1000), { objectMode: false })
  stream.once('close', () => source.destroy())
  return stream
}

async function* readInTime(source: Readable, timeoutMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  while (true) {
    const timer = new AbortController()
    const late = sleep(timeoutMs, 'late' as const, { signal: timer.signal, ref: false })
    try {
      const next = await Promise.race([chunks.next(), late])
      if (next === 'late') throw new Error(`stream brought no bytes for ${timeoutMs} ms`)
      if (next.done) return
      yield next.value
    } finally {
      timer.abort()
      late.catch(() => {})
    }
  }
}
