import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../http/app-context.ts'
import { writeAccessLog } from '../http/log.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { type EventStream, endStream, sendBytes, writeHead } from './event-stream.ts'

/** One client that listens. */
export type StreamListener = {
  /** Sends whole events. Many listeners may be given the same bytes. */
  send(bytes: Buffer): void
  /** Ends the stream after one last event. */
  end(bytes: Buffer): void
}

/** Begins to send to a listener; the function that it returns is called when that has left. */
export type Subscribe = (listener: StreamListener) => () => void

/** A place for one stream, taken before anything is done for it. */
type ConnectionSlot = {
  /** Sends the head of the answer and lets the client join; the seat is left at its end. */
  start(request: FastifyRequest, reply: FastifyReply, subscribe: Subscribe): void
  release(): void
}

type EventStreams = {
  /** Throws `too_many_requests` and `busy` where no place is free. */
  acquire(client: string): ConnectionSlot
  /** Ends every stream, and those that are about to begin. */
  close(): Promise<void>
}

/** How long clients wait before they come back. */
const RETRY_MS = 3000

/** Each client hears something once in so many seconds. */
const ROUND_SECONDS = 20

/** A client that does not take its last bytes within this time is not waited for. */
const CLOSE_TIMEOUT_MS = 500

const HEARTBEAT = Buffer.from(':\n\n')
const GREETING = Buffer.from(`retry: ${RETRY_MS}\n\n`)

/** Keeps the open streams of this process within their bounds, by one timer for all of them. */
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
            // Fastify hears of the others itself.
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
  // Those that came together after a restart do not come back together.
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

/** For each second: ends streams whose time is over, and sends the heartbeats of its turn. */
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

/** Waits until they have left `streams`, but not for long. */
async function endAll(streams: ReadonlySet<EventStream>): Promise<void> {
  for (const stream of streams) endStream(stream)
  const deadline = performance.now() + CLOSE_TIMEOUT_MS
  while (streams.size > 0 && performance.now() < deadline) {
    await sleep(10)
  }
  for (const { raw } of streams) raw.destroy()
}
