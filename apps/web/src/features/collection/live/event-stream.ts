import { anySignal } from '@platemark/mint/abort-signals'

/** One server-sent event. */
export type StreamEvent = {
  /** Event id, sent back as `last-event-id` on reconnect. */
  id: string | undefined
  name: string
  data: string
}

/**
 * Creates a parser that takes stream text in chunks of any length and emits each event
 * once it is complete. Comments (heartbeats) are skipped.
 */
export function createEventParser(
  onEvent: (event: StreamEvent) => void,
): (text: string) => void {
  let rest = ''
  return (text) => {
    rest += text
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const event = parseEvent(rest.slice(0, end))
      rest = rest.slice(end + 2)
      if (event) onEvent(event)
    }
  }
}

function parseEvent(block: string): StreamEvent | undefined {
  let id: string | undefined
  let name = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(id|event|data):? ?(.*)$/.exec(line) ?? []
    if (field === 'id') id = value
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { id, name, data: data.join('\n') } : undefined
}

/** End of a connection: its HTTP status, or 0 without a response. */
export type StreamEnd = { status: number; retryAfterSeconds: number }

type StreamOptions = {
  url: string
  /** Id of the last event received. */
  lastEventId: string | undefined
  signal: AbortSignal
  /** Maximum time without data before the stream is aborted. */
  silenceMs: number
  onOpen: () => void
  /** Called with everything that arrives, heartbeats too. */
  onData?: () => void
  onEvent: (event: StreamEvent) => void
}

/** Reads one stream until it ends for any reason. Never throws. */
export async function readStream(options: StreamOptions): Promise<StreamEnd> {
  const { url, lastEventId, signal, silenceMs } = options
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const response = await fetch(url, {
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      cache: 'no-store',
      signal: anySignal(signal, silence.signal),
    })
    const { status, headers, body } = response
    const retryAfterSeconds = Number(headers.get('retry-after')) || 0
    if (!response.ok || !body) return { status, retryAfterSeconds }
    options.onOpen()
    const take = createEventParser(options.onEvent)
    const decoder = new TextDecoder()
    const reader = body.getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      options.onData?.()
      take(decoder.decode(piece.value, { stream: true }))
    }
    return { status, retryAfterSeconds }
  } catch {
    return { status: 0, retryAfterSeconds: 0 }
  } finally {
    clearTimeout(timer)
  }
}
