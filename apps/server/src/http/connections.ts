import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * What one connection may cost, in seconds and bytes per second. Every server of this
 * process that listens on a port follows these rules:
 *
 * - Headers arrive within `request_header_seconds`, the whole request within
 *   `request_seconds`, the next request within `keep_alive_seconds`.
 * - Within each `stall_seconds` a body brings `min_bytes_per_second`, or ends. Time in
 *   which the server itself does not read is not counted.
 * - A client takes bytes of a response at `min_bytes_per_second`, with `stall_seconds` on
 *   top, and some of them in each `stall_seconds`. Time in which there is nothing to send
 *   is not counted, so that event streams stay open; `event-streams.ts` bounds those.
 * - A connection that breaks a rule is destroyed, not only ended: a client that keeps its
 *   half open would hold it, and what the request occupies, for ever.
 */
export type ConnectionLimits = {
  request_header_seconds: number
  request_seconds: number
  keep_alive_seconds: number
  stall_seconds: number
  min_bytes_per_second: number
}

/** Milliseconds for which an ended connection waits until its client closes it too. */
const LINGER_MS = 500

/** Returns the timeouts of `node:http` in milliseconds. */
export function connectionTimeouts(limits: ConnectionLimits) {
  const shortest = Math.min(limits.request_header_seconds, limits.request_seconds)
  return {
    headersTimeout: limits.request_header_seconds * 1000,
    requestTimeout: limits.request_seconds * 1000,
    keepAliveTimeout: limits.keep_alive_seconds * 1000,
    // By default Node checks every 30 seconds, which extends short timeouts by as much.
    connectionsCheckingInterval: Math.ceil(Math.min(5000, shortest * 250)),
  }
}

type Connection = {
  /** Undefined before the first request. */
  request: IncomingMessage | undefined
  /** Start of the current window of the body, and the bytes received before it. */
  bodySince: number
  bodyBytes: number
  /** Start of the current span with bytes to send, and the bytes sent before it. */
  sendSince: number | undefined
  sentBytes: number
}

/** Returns the raw response to a body that arrived too slowly. */
type SlowBodyResponse = () => string

/**
 * Watches every connection of `server` and ends those of slow senders, with
 * `slowBodyResponse` where no response has begun, and of stalled readers.
 */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  slowBodyResponse: SlowBodyResponse,
): void {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, {
      request: undefined,
      bodySince: 0,
      bodyBytes: 0,
      sendSince: undefined,
      sentBytes: 0,
    })
    socket.once('close', () => connections.delete(socket))
  })
  // First, so that the marks are those of the moment at which the headers were read.
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    responses.set(request.socket, response)
    connection.request = request
    connection.bodySince = performance.now()
    connection.bodyBytes = request.socket.bytesRead
  })
  // Node knows whether a large piece moves, which the socket's counters do not show.
  server.setTimeout(limits.stall_seconds * 1000)
  server.on('timeout', (socket: Socket) => {
    const response = responses.get(socket)
    if (socket.writableLength > 0) resetConnection(socket)
    else if (response?.writableFinished) socket.destroy()
    // Headers have their own timeout, and a server that still works has another span.
    else socket.setTimeout(limits.stall_seconds * 1000)
  })
  const interval = Math.min(1000, limits.stall_seconds * 250)
  let checkedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // A busy process reads late, for which no client is to blame.
    const lateMs = Math.max(0, now - checkedAt - interval)
    checkedAt = now
    for (const [socket, connection] of connections) {
      connection.bodySince += lateMs
      if (connection.sendSince !== undefined) connection.sendSince += lateMs
      if (isReadTooSlowly(socket, connection, limits, now)) resetConnection(socket)
      else if (isSentTooSlowly(socket, connection, limits, now)) {
        endConnection(socket, slowBodyResponse(), { isReset: true })
      }
    }
  }, interval).unref()
  server.once('close', () => clearInterval(timer))
}

const ending = new WeakSet<Duplex>()
const responses = new WeakMap<Duplex, ServerResponse>()

/**
 * Sends last bytes over a connection and destroys it, also if its client never closes its
 * half or never reads them; at once in the middle of a response. A `reset` is noticed by
 * clients that keep their half open; without it the client sees a regular end.
 */
export function endConnection(
  socket: Duplex,
  lastBytes: string,
  { isReset }: { isReset: boolean },
): void {
  if (ending.has(socket) || socket.destroyed) return
  ending.add(socket)
  const response = responses.get(socket)
  const isAnswering = response?.headersSent && !response.writableFinished
  if (isAnswering || !socket.writable) {
    resetConnection(socket)
    return
  }
  const timer = setTimeout(() => resetConnection(socket), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
  if (isReset) socket.write(lastBytes)
  else socket.end(lastBytes)
}

function resetConnection(socket: Duplex): void {
  if (socket.writable && socket instanceof Socket) socket.resetAndDestroy()
  // A reset waits until everything is written, which a client can prevent for ever.
  socket.destroy()
}

/** Returns whether the client sends its body too slowly; begins the next window. */
function isSentTooSlowly(
  socket: Socket,
  connection: Connection,
  { stall_seconds, min_bytes_per_second }: ConnectionLimits,
  now: number,
): boolean {
  const { request } = connection
  if (!request || request.complete || request.destroyed || ending.has(socket))
    return false
  const received = socket.bytesRead - connection.bodyBytes
  // The server does not read what has arrived: the client cannot send more.
  const isHeldBack = request.readableLength >= request.readableHighWaterMark
  const isEnough = received >= stall_seconds * min_bytes_per_second
  if (isHeldBack || isEnough) {
    connection.bodySince = now
    connection.bodyBytes = socket.bytesRead
    return false
  }
  return now - connection.bodySince > stall_seconds * 1000
}

/** Returns whether the client takes the response too slowly. */
function isReadTooSlowly(
  socket: Socket,
  connection: Connection,
  { stall_seconds, min_bytes_per_second }: ConnectionLimits,
  now: number,
): boolean {
  if (socket.writableLength === 0) {
    connection.sendSince = undefined
    return false
  }
  if (connection.sendSince === undefined) {
    connection.sendSince = now
    connection.sentBytes = socket.bytesWritten - socket.writableLength
    return false
  }
  // Bytes still in the socket are granted their time too: they may be one large piece.
  const bytes = socket.bytesWritten - connection.sentBytes
  const seconds = stall_seconds + bytes / min_bytes_per_second
  return now - connection.sendSince > seconds * 1000
}
