import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { RpcUnavailableError } from './endpoint.ts'

/** Where requests go, and how long and how large an answer may be. */
export type HttpTarget = { url: string; timeoutMs: number; answerBytes: number }

/** What came back. */
export type HttpResponse = {
  status: number
  text: string
  retryAfterMs: number | undefined
}

/**
 * Sends JSON and reads the answer, whatever its status. Follows no redirect. Throws
 * `Unreachable` when the whole answer does not come in time or is too long, and the reason of
 * `signal` when that is aborted.
 */
export async function postJson(
  to: HttpTarget,
  content: unknown,
  signal: AbortSignal,
): Promise<HttpResponse> {
  signal.throwIfAborted()
  const attempt = new AbortController()
  const giveUp = () => attempt.abort()
  const timer = setTimeout(giveUp, to.timeoutMs)
  signal.addEventListener('abort', giveUp)
  try {
    const response = await send(to.url, content, attempt.signal)
    const text = await readText(response, to.answerBytes)
    // A body that ends with its connection seems whole when that is given up.
    attempt.signal.throwIfAborted()
    return {
      status: response.statusCode ?? 0,
      text,
      retryAfterMs: readRetryAfter(response.headers['retry-after']),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (attempt.signal.aborted) throw new RpcUnavailableError('No answer in time.')
    if (error instanceof RpcUnavailableError) throw error
    throw new RpcUnavailableError(`No connection${codeOf(error)}.`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

// Not by `fetch`, which takes twice the time for large answers and three times for small ones.
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
    // Some gateways refuse whoever does not say what it is.
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

async function readText(response: http.IncomingMessage, most: number): Promise<string> {
  // Part by part: to copy them into one buffer first takes longer.
  const decoder = new StringDecoder('utf8')
  let text = ''
  let length = 0
  // Leaving the loop early closes the connection: an endless answer ends here.
  for await (const part of decompress(response)) {
    length += part.byteLength
    if (length > most)
      throw new RpcUnavailableError(`The answer is longer than ${most} bytes.`)
    text += decoder.write(part)
  }
  return text + decoder.end()
}

function decompress(response: http.IncomingMessage): AsyncIterable<Buffer> {
  if (response.headers['content-encoding'] !== 'gzip') return response
  // What goes wrong is thrown to whoever reads.
  return pipeline(response, createGunzip(), () => {})
}

/** Seconds or a date, as the header may say it. */
function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

// Only the code: messages of network errors may hold what the other side sent.
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}
