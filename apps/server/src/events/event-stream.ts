import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Response stream of one client. */
export type EventStream = {
  raw: ServerResponse
  endsAt: number
  /** Second of the round in which its heartbeat is sent. */
  heartbeatSecond: number
  /** Bytes buffered for a client that does not read. */
  maxBufferedBytes: number
  isEnding: boolean
}

export function sendBytes(
  { raw, maxBufferedBytes, isEnding }: EventStream,
  bytes: Buffer,
): void {
  if (isEnding || raw.destroyed) return
  // Bounds the buffer of a client that does not read.
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
  // Errors of a client are handled by its `close` event.
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
    // Keeps proxies from buffering events.
    'x-accel-buffering': 'no',
  })
}
