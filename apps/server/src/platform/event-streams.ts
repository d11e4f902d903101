import type { ServerResponse } from 'node:http'
import { Problem } from '@platemark/wire/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headersOf } from './headers.ts'
import type { Resources } from './resources.ts'

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

type Stream = {
  raw: ServerResponse
  endsAt: number
  /** In which second of the round it hears that we are still there. */
  turn: number
  isEnding: boolean
}

/** How long clients wait before they come back. */
const RETRY_MS = 3000
const RETRY_AFTER_SECONDS = 30

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
  const streams = new Set<Stream>()
  const seats = seatsOf(limits)
  let round = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const send = (stream: Stream, bytes: Buffer) => {
    const { raw, isEnding } = stream
    if (isEnding || raw.destroyed) return
    // Who does not read would otherwise have us keep everything for them.
    if (raw.writableLength > limits.live_buffer_bytes) raw.destroy()
    else raw.write(bytes)
  }
  const look = () => {
    round = (round + 1) % ROUND_SECONDS
    const now = performance.now()
    for (const stream of streams) {
      if (stream.isEnding) stream.raw.destroy()
      else if (now >= stream.endsAt) end(stream)
      else if (stream.turn === round) send(stream, HEARTBEAT)
    }
  }
  const begin = (request: FastifyRequest, reply: FastifyReply, join: Join) => {
    const { raw } = reply
    const turn = seats.count() % ROUND_SECONDS
    // Those that came together after a restart do not come back together.
    const seconds = limits.live_seconds * (1 - turn / ROUND_SECONDS / 4)
    const endsAt = performance.now() + seconds * 1000
    const stream: Stream = { raw, endsAt, turn, isEnding: false }
    streams.add(stream)
    timer ??= setInterval(look, 1000).unref()
    sendHead(request, reply)
    const isRead = request.method !== 'HEAD'
    if (isRead) raw.write(GREETING)
    const leave = join({
      send: (bytes) => send(stream, bytes),
      end: (bytes) => {
        send(stream, bytes)
        end(stream)
      },
    })
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
            if (!reply.raw.writableFinished) tellEnd(request, reply)
          }
          if (reply.raw.destroyed) over()
          else reply.raw.once('close', over)
        },
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      for (const stream of streams) end(stream)
      const deadline = performance.now() + LEAVE_MS
      while (streams.size > 0 && performance.now() < deadline) {
        await new Promise((resume) => setTimeout(resume, 10))
      }
      for (const { raw } of streams) raw.destroy()
    },
  }
}

/** Counts who listens: in all, and from each address of the internet. */
function seatsOf(limits: Resources['configuration']['limits']) {
  const taken = new Map<string, number>()
  let count = 0
  return {
    count: () => count,
    /** Answers the function that gives the seat back. */
    take(client: string): () => void {
      const own = taken.get(client) ?? 0
      const retryAfter = RETRY_AFTER_SECONDS
      if (own >= limits.live_per_client) {
        const sentence = `You listen in ${own} places already. Close one of them.`
        throw new Problem('too_many_requests', sentence, { retryAfter })
      }
      if (count >= limits.live_connections) {
        throw new Problem('busy', undefined, { retryAfter })
      }
      count += 1
      taken.set(client, own + 1)
      return () => {
        count -= 1
        const left = (taken.get(client) ?? 1) - 1
        if (left > 0) taken.set(client, left)
        else taken.delete(client)
      }
    },
  }
}

function end(stream: Stream): void {
  if (stream.isEnding) return
  stream.isEnding = true
  stream.raw.end()
}

function sendHead(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  // What goes wrong with one client is told by its `close`.
  raw.on('error', () => {})
  raw.shouldKeepAlive = false
  const others = Object.entries(headersOf(request, reply)).map(([name, value]) => [
    name,
    String(value),
  ])
  raw.writeHead(200, {
    ...Object.fromEntries(others),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that gather answers would keep events back.
    'x-accel-buffering': 'no',
  })
}

/** The line of the log for a client that left first: Fastify writes none then. */
function tellEnd(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions, log } = request
  const [path] = request.url.split('?', 1)
  const ms = Math.round(reply.elapsedTime)
  log.info({ method, path, route: routeOptions.url, status: 200, ms }, 'answered')
}
