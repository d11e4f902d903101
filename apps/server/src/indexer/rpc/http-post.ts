import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { RpcUnavailableError } from './endpoint.ts'
import { RpcError } from './rpc-error.ts'

/** The URL of a node, and the timeout and size limit of its responses. */
export type HttpTarget = { url: string; timeoutMs: number; maxResponseBytes: number }

/** A response with any status. */
export type HttpResponse = {
  status: number
  text: string
  retryAfterMs: number | undefined
}

/**
 * Sends JSON and returns the response with any status; follows no redirect. Throws
 * `RpcUnavailableError` on timeout or a too large body, and the reason of an aborted `signal`.
 */
export async function postJson(
  to: HttpTarget,
  content: unknown,
  signal: AbortSignal,
): Promise<HttpResponse> {
  signal.throwIfAborted()
  const attempt = new AbortController()
  const abort = () => attempt.abort()
  const timer = setTimeout(abort, to.timeoutMs)
  signal.addEventListener('abort', abort)
  try {
    const response = await send(to.url, content, attempt.signal)
    const text = await readText(response, to.maxResponseBytes)
    // An aborted body that ends with its connection looks complete.
    attempt.signal.throwIfAborted()
    return {
      status: response.statusCode ?? 0,
      text,
      retryAfterMs: readRetryAfter(response.headers['retry-after']),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (attempt.signal.aborted) throw new RpcUnavailableError('Request timeout.')
    if (error instanceof RpcUnavailableError) throw error
    throw new RpcUnavailableError(`No connection${codeOf(error)}.`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

// Not `fetch`, which takes twice the time for large responses and three times for small ones.
function send(
  url: string,
  content: unknown,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const to = new URL(url)
  const { request } = to.protocol === 'https:' ? https : http
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
    // Some gateways refuse requests without a user agent.
    'user-agent': 'node',
  }
  return new Promise((resolve, reject) => {
    request(to, { method: 'POST', headers, signal }, resolve)
      .on('error', reject)
      // Some connections end without an error, like those that are to become another protocol.
      .on('close', () => reject(new RpcUnavailableError('No connection.')))
      .end(JSON.stringify(content))
  })
}

async function readText(
  response: http.IncomingMessage,
  maxBytes: number,
): Promise<string> {
  // Part by part: to copy them into one buffer first takes longer.
  const decoder = new StringDecoder('utf8')
  let text = ''
  let length = 0
  // Leaving the loop early closes the connection: an endless body ends here.
  for await (const part of decompress(response)) {
    length += part.byteLength
    if (length > maxBytes)
      throw new RpcError('tooLarge', `Response is larger than ${maxBytes} bytes.`)
    text += decoder.write(part)
  }
  return text + decoder.end()
}

function decompress(response: http.IncomingMessage): AsyncIterable<Buffer> {
  if (response.headers['content-encoding'] !== 'gzip') return response
  // Errors are thrown to the reader of the stream.
  return pipeline(response, createGunzip(), () => {})
}

/** Parses the Retry-After header: seconds or a date. */
function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

// Only the code: messages of network errors may contain text of the response.
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}
