import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { parseEvents, type SentEvent } from '../server.ts'

/** Client of an event stream over a real connection. */
export type TestListener = {
  status: number
  headers: IncomingMessage['headers']
  /** Everything received, heartbeats too. */
  text(): string
  events(): SentEvent[]
  /** Resolves once this many events were received. */
  until(count: number): Promise<SentEvent[]>
  /** Resolves once the server has ended the stream, or cut the connection. */
  ended: Promise<'ended' | 'cut'>
  leave(): void
}

/** Opens a stream; rejects if it fails. */
export function listenTo(
  url: string,
  headers: Record<string, string> = {},
): Promise<TestListener> {
  return new Promise((resolve, reject) => {
    const call = get(url, { agent: false, headers }, (answer) =>
      resolve(readStream(call, answer)),
    )
    call.on('error', reject)
  })
}

function readStream(call: ClientRequest, answer: IncomingMessage): TestListener {
  let text = ''
  const waiting = new Set<() => void>()
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (const look of waiting) look()
  })
  const ended = new Promise<'ended' | 'cut'>((resolve) => {
    answer.on('end', () => resolve('ended'))
    answer.on('error', () => resolve('cut'))
    answer.on('close', () => resolve('cut'))
  })
  const events = () => parseEvents(text)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: () => text,
    events,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          const found = events()
          if (found.length < count) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    ended,
    leave: () => call.destroy(),
  }
}
