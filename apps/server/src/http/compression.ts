import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lruSet, vary } from './response-cache.ts'

/**
 * Compresses text that was made on the spot; assets were compressed when they were built. The
 * last results are kept by ETag. Responses to requests with a token are not compressed:
 * their length could leak a secret (BREACH). `@fastify/compress` was tried: it keeps no result, so that a page cannot
 * have quality 10, and leaves out what the not-found handler answers.
 */
export function addCompression(app: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer>>()
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || request.headers.authorization !== undefined) {
      return payload
    }
    vary(reply, 'accept-encoding')
    const encoding = payload.length < MIN_LENGTH ? undefined : encodingFor(request)
    if (!encoding || reply.hasHeader('content-encoding')) return payload
    const bytes = await compressed(kept, payload, { encoding, reply })
    const etag = reply.getHeader('etag')
    // One tag for several encodings promises the same meaning, not the same bytes.
    if (etag !== undefined) reply.header('etag', weakened(String(etag)))
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return bytes
  })
}

/** Compresses a text once for all who ask at the same time, and keeps what has a tag. */
function compressed(
  kept: Map<string, Promise<Buffer>>,
  text: string,
  { encoding, reply }: { encoding: Encoding; reply: FastifyReply },
): Promise<Buffer> {
  const etag = reply.getHeader('etag')
  if (etag === undefined) return compress[encoding](text, false)
  const key = `${encoding} ${etag}`
  const known = kept.get(key)
  if (known) return known
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
  const bytes = compress[encoding](text, isPage)
  lruSet(kept, key, bytes, MAX_CACHED)
  bytes.catch(() => kept.delete(key))
  return bytes
}

const MIN_LENGTH = 1024
const MAX_CACHED = 200

type Encoding = 'br' | 'gzip'

/**
 * Quality 5 takes a millisecond or two, and is within a tenth of the best. A page is to arrive in
 * the first round trip: quality 10 makes it a fourteenth smaller, and takes 30 milliseconds of
 * another thread for each of its versions. Only what has a tag: the rest would be compressed for every request.
 */
const compress: Record<Encoding, (text: string, isPage: boolean) => Promise<Buffer>> = {
  br: (text, isPage) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: isPage ? 10 : 5 },
    }),
  gzip: (text) => promisify(gzip)(text, { level: 6 }),
}

function weakened(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`
}

function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0])
  const known: Encoding[] = ['br', 'gzip']
  return known.find((encoding) => accepted.includes(encoding))
}
