import { Agent, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Sent } from './request.ts'

/** Response with its decompressed body. */
export type FuzzResponse = {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

/** Creates a client of a local port with keep-alive connections. */
export function httpClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  return {
    send({ method, url, headers, body }: Omit<Sent, 'as'>): Promise<FuzzResponse> {
      return new Promise((resolve, reject) => {
        const length = body ? { 'content-length': String(body.length) } : {}
        const call = request(
          {
            host: '127.0.0.1',
            port,
            agent,
            method,
            path: url,
            headers: { ...length, ...headers },
            timeout: 60_000,
          },
          (response) => {
            read(response).then(resolve, reject)
          },
        )
        call.on('error', reject)
        call.on('timeout', () => call.destroy(new Error('no response within 60 s')))
        call.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

async function read(response: IncomingMessage): Promise<FuzzResponse> {
  // Safe: none of our headers is sent twice.
  const headers = response.headers as FuzzResponse['headers']
  const status = response.statusCode ?? 0
  const pieces: Buffer[] = []
  // An event stream never ends: its beginning is the response.
  const isEndless = headers['content-type']?.startsWith('text/event-stream') ?? false
  if (isEndless) response.destroy()
  else for await (const piece of response) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  return {
    status,
    headers,
    body: expanded(bytes, headers['content-encoding']).toString(),
  }
}

function expanded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'gzip') return gunzipSync(bytes)
  return bytes
}
