import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lruSet } from './lru-set.ts'
import { vary } from './response-cache.ts'

/**
 * Compresses dynamic text and caches results by ETag; requests with a token are excluded,
 * as the length could leak a secret (BREACH). `@fastify/compress` caches nothing, which
 * rules out quality 10 for pages, and skips the not-found handler.
 */
export function addCompression(app: FastifyInstance): void {
  const cache = new Map<string, Promise<Buffer>>()
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || request.headers.authorization !== undefined) {
      return payload
    }
    vary(reply, 'accept-encoding')
    const encoding = payload.length < MIN_LENGTH ? undefined : encodingFor(request)
    if (!encoding || reply.hasHeader('content-encoding')) return payload
    const bytes = await compressed(cache, payload, { encoding, reply })
    const etag = reply.getHeader('etag')
    // A shared tag of several encodings must be weak: equivalent, not byte-identical.
    if (etag !== undefined) reply.header('etag', weakened(String(etag)))
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return bytes
  })
}

/** Compresses a text once for concurrent requests, and caches it if it has a tag. */
function compressed(
  cache: Map<string, Promise<Buffer>>,
  text: string,
  { encoding, reply }: { encoding: Encoding; reply: FastifyReply },
): Promise<Buffer> {
  const etag = reply.getHeader('etag')
  if (etag === undefined) return compress[encoding](text, false)
  const key = `${encoding} ${etag}`
  const known = cache.get(key)
  if (known) return known
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
  const bytes = compress[encoding](text, isPage)
  lruSet(cache, key, bytes, MAX_CACHED)
  bytes.catch(() => cache.delete(key))
  return bytes
}

const MIN_LENGTH = 1024
const MAX_CACHED = 200

/** Encoding in which a dynamic text is sent. */
export type Encoding = 'br' | 'gzip'

/**
 * Quality 5 takes 1 to 2 ms and is within 10 % of the best. Pages use quality 10, which
 * is 7 % smaller and takes 30 ms in another thread, so that they fit the first round
 * trip; only tagged ones, which are cached.
 */
const compress: Record<Encoding, (text: string, isPage: boolean) => Promise<Buffer>> = {
  br: (text, isPage) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: isPage ? 10 : 5 },
    }),
  gzip: (text) => promisify(gzip)(text, { level: 6 }),
}

/** Compresses a text; a page as small as in a reasonable time. */
export function compressText(
  encoding: Encoding,
  text: string,
  { isPage }: { isPage: boolean },
): Promise<Buffer> {
  return compress[encoding](text, isPage)
}

function weakened(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}

/** Returns the best encoding that a client accepts; undefined: none. */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0])
  const known: Encoding[] = ['br', 'gzip']
  return known.find((encoding) => accepted.includes(encoding))
}
