import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../http/app-context.ts'
import { writeAccessLog } from '../http/log.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { type EventStream, endStream, sendBytes, writeHead } from './event-stream.ts'

/** Client of an event stream. */
export type StreamListener = {
  /** Sends serialized events; several listeners may share the bytes. */
  send(bytes: Buffer): void
  /** Ends the stream after one last event. */
  end(bytes: Buffer): void
}

/**
 * Subscribes a listener, and returns the function that unsubscribes it after it
 * disconnected.
 */
export type Subscribe = (listener: StreamListener) => () => void

/** Reserved connection of one stream. */
type ConnectionSlot = {
  /**
   * Sends the response head and subscribes the client; the slot is released at the end.
   */
  start(request: FastifyRequest, reply: FastifyReply, subscribe: Subscribe): void
  release(): void
}

export type EventStreams = {
  /** Throws `too_many_requests` and `busy` at the limits. */
  acquire(client: string): ConnectionSlot
  /** Ends every stream, including those that are about to start. */
  close(): Promise<void>
}

/** Reconnection delay sent to clients. */
const RETRY_MS = 3000

/** Interval of each client's heartbeat. */
const ROUND_SECONDS = 20

/** Time limit for clients to receive their last bytes on shutdown. */
const CLOSE_TIMEOUT_MS = 500

const HEARTBEAT = Buffer.from(':\n\n')
const GREETING = Buffer.from(`retry: ${RETRY_MS}\n\n`)

/** Creates the event streams of this process, bounded and served by one timer. */
export function createEventStreams({
  configuration: { limits },
}: Pick<AppContext, 'configuration'>): EventStreams {
  const streams = new Set<EventStream>()
  const connections = createConnectionLimit(limits)
  const tick = createTick(streams)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const startStream = (
    request: FastifyRequest,
    reply: FastifyReply,
    subscribe: Subscribe,
  ) => {
    const { raw } = reply
    const stream = newStream(raw, limits, connections.count())
    streams.add(stream)
    timer ??= setInterval(tick, 1000).unref()
    writeHead(reply)
    const isRead = request.method !== 'HEAD'
    if (isRead) raw.write(GREETING)
    const unsubscribe = subscribe(toListener(stream))
    if (!isRead || isClosed) endStream(stream)
    return () => {
      unsubscribe()
      streams.delete(stream)
    }
  }
  return {
    acquire(client) {
      const release = connections.acquire(client)
      return {
        release,
        start(request, reply, subscribe) {
          const unsubscribe = startStream(request, reply, subscribe)
          const over = () => {
            unsubscribe()
            release()
            // Fastify logs finished responses itself.
            if (!reply.raw.writableFinished) writeAccessLog(request, reply)
          }
          if (reply.raw.destroyed) over()
          else reply.raw.once('close', over)
        },
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await endAll(streams)
    },
  }
}

function newStream(
  raw: EventStream['raw'],
  limits: AppContext['configuration']['limits'],
  index: number,
): EventStream {
  const heartbeatSecond = index % ROUND_SECONDS
  // Spreads the end times, so that clients that connected together do not reconnect
  // together.
  const seconds = limits.live_seconds * (1 - heartbeatSecond / ROUND_SECONDS / 4)
  const endsAt = performance.now() + seconds * 1000
  return {
    raw,
    endsAt,
    heartbeatSecond,
    maxBufferedBytes: limits.live_buffer_bytes,
    isEnding: false,
  }
}

/**
 * Returns the function of each second, which ends expired streams and sends the due
 * heartbeats.
 */
function createTick(streams: ReadonlySet<EventStream>): () => void {
  let round = 0
  return () => {
    round = (round + 1) % ROUND_SECONDS
    const now = performance.now()
    for (const stream of streams) {
      if (stream.isEnding) stream.raw.destroy()
      else if (now >= stream.endsAt) endStream(stream)
      else if (stream.heartbeatSecond === round) sendBytes(stream, HEARTBEAT)
    }
  }
}

function toListener(stream: EventStream): StreamListener {
  return {
    send: (bytes) => sendBytes(stream, bytes),
    end: (bytes) => {
      sendBytes(stream, bytes)
      endStream(stream)
    },
  }
}

/** Ends the streams and waits briefly until they have left `streams`. */
async function endAll(streams: ReadonlySet<EventStream>): Promise<void> {
  for (const stream of streams) endStream(stream)
  const deadline = performance.now() + CLOSE_TIMEOUT_MS
  while (streams.size > 0 && performance.now() < deadline) {
    await sleep(10)
  }
  for (const { raw } of streams) raw.destroy()
}
