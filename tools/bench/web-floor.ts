import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/**
 * Serves the same pages, with the same headers, without their scripts: nothing that works can be
 * faster. A page of another opener policy is given a process of its own, which takes time, too.
 */
export type Floor = { url: string; stop(): void }

type Kept = { body: Buffer; headers: Record<string, string> }

/** Asks the product once for each page and each thing on it, and answers from memory. */
export async function startFloor(product: string): Promise<Floor> {
  const kept = new Map<string, Promise<Kept>>()
  const keep = (path: string) => {
    const known = kept.get(path) ?? fetchPlain(product, path)
    kept.set(path, known)
    return known
  }
  const server = createServer((request, response) => {
    keep(request.url ?? '/').then(
      (answer) => send(response, answer),
      (error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      },
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** What holds for one answer and its encoding alone. */
const ofTransfer = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'vary',
  'x-request-id',
])

async function fetchPlain(product: string, path: string): Promise<Kept> {
  const response = await fetch(`${product}${path}`, {
    headers: { accept: 'text/html,*/*' },
  })
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !ofTransfer.has(name)),
  )
  if (!/^(text|application\/json|image\/svg)/.test(type)) return { body: bytes, headers }
  const text = type.startsWith('text/html') ? withoutScripts(bytes.toString()) : bytes
  return {
    body: brotliCompressSync(text),
    headers: { ...headers, 'content-encoding': 'br' },
  }
}

/** The page as it was painted. What a script would have taken over stays as it is. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<script[\s>][\s\S]*?<\/script>/g, '')
}

function send(response: ServerResponse, { body, headers }: Kept) {
  response.writeHead(200, headers)
  response.end(body)
}
