import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Resources } from '../http/app-context.ts'
import { logAnswer } from '../http/log.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { type EventStream, end, send, sendHead } from './event-stream.ts'

/** One client that listens. */
export type Listener = {
  /** Sends whole events. Many listeners may be given the same bytes. */
  send(bytes: Buffer): void
  /** Ends the stream after one last event. */
  end(bytes: Buffer): void
}

/** Begins to send to a listener; the function that it returns is called when that has left. */
export type Join = (listener: Listener) => () => void

/** A place for one stream, taken before anything is done for it. */
type Seat = {
  /** Sends the head of the answer and lets the client join; the seat is left at its end. */
  begin(request: FastifyRequest, reply: FastifyReply, join: Join): void
  leave(): void
}

type EventStreams = {
  /** Throws `too_many_requests` and `busy` where no place is free. */
  take(client: string): Seat
  /** Ends every stream, and those that are about to begin. */
  close(): Promise<void>
}

/** How long clients wait before they come back. */
const RETRY_MS = 3000

/** Each client hears something once in so many seconds. */
const ROUND_SECONDS = 20

/** A client that does not take its last bytes within this time is not waited for. */
const LEAVE_MS = 500

const HEARTBEAT = Buffer.from(':\n\n')
const GREETING = Buffer.from(`retry: ${RETRY_MS}\n\n`)

/** Keeps the open streams of this process within their bounds, by one timer for all of them. */
export function openStreams({
  configuration: { limits },
}: Pick<Resources, 'configuration'>): EventStreams {
  const streams = new Set<EventStream>()
  const seats = createConnectionLimit(limits)
  const look = inRounds(streams)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const begin = (request: FastifyRequest, reply: FastifyReply, join: Join) => {
    const { raw } = reply
    const stream = newStream(raw, limits, seats.count())
    streams.add(stream)
    timer ??= setInterval(look, 1000).unref()
    sendHead(reply)
    const isRead = request.method !== 'HEAD'
    if (isRead) raw.write(GREETING)
    const leave = join(listenerOf(stream))
    if (!isRead || isClosed) end(stream)
    return () => {
      leave()
      streams.delete(stream)
    }
  }
  return {
    take(client) {
      const leave = seats.take(client)
      return {
        leave,
        begin(request, reply, join) {
          const depart = begin(request, reply, join)
          const over = () => {
            depart()
            leave()
            // Fastify hears of the others itself.
            if (!reply.raw.writableFinished) logAnswer(request, reply)
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
  limits: Resources['configuration']['limits'],
  place: number,
): EventStream {
  const turn = place % ROUND_SECONDS
  // Those that came together after a restart do not come back together.
  const seconds = limits.live_seconds * (1 - turn / ROUND_SECONDS / 4)
  const endsAt = performance.now() + seconds * 1000
  return { raw, endsAt, turn, mostBytes: limits.live_buffer_bytes, isEnding: false }
}

/** For each second: ends streams whose time is over, and sends the heartbeats of its turn. */
function inRounds(streams: ReadonlySet<EventStream>): () => void {
  let round = 0
  return () => {
    round = (round + 1) % ROUND_SECONDS
    const now = performance.now()
    for (const stream of streams) {
      if (stream.isEnding) stream.raw.destroy()
      else if (now >= stream.endsAt) end(stream)
      else if (stream.turn === round) send(stream, HEARTBEAT)
    }
  }
}

function listenerOf(stream: EventStream): Listener {
  return {
    send: (bytes) => send(stream, bytes),
    end: (bytes) => {
      send(stream, bytes)
      end(stream)
    },
  }
}

/** Waits until they have left `streams`, but not for long. */
async function endAll(streams: ReadonlySet<EventStream>): Promise<void> {
  for (const stream of streams) end(stream)
  const deadline = performance.now() + LEAVE_MS
  while (streams.size > 0 && performance.now() < deadline) {
    await sleep(10)
  }
  for (const { raw } of streams) raw.destroy()
}
