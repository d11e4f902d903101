import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** The answer to one client that listens. */
export type EventStream = {
  raw: ServerResponse
  endsAt: number
  /** In which second of the round it hears that we are still there. */
  heartbeatSecond: number
  /** No more is kept for a client that does not read. */
  maxBufferedBytes: number
  isEnding: boolean
}

export function sendBytes(
  { raw, maxBufferedBytes, isEnding }: EventStream,
  bytes: Buffer,
): void {
  if (isEnding || raw.destroyed) return
  // Who does not read would otherwise have us keep everything for them.
  if (raw.writableLength > maxBufferedBytes) raw.destroy()
  else raw.write(bytes)
}

export function endStream(stream: EventStream): void {
  if (stream.isEnding) return
  stream.isEnding = true
  stream.raw.end()
}

export function writeHead(reply: FastifyReply): void {
  const { raw } = reply
  // What goes wrong with one client is told by its `close`.
  raw.on('error', () => {})
  raw.shouldKeepAlive = false
  const others = Object.entries(reply.getHeaders()).map(([name, value]) => [
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
