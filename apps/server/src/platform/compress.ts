import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { varyBy } from './caching.ts'

/**
 * Compresses answers made on the spot; assets were compressed when they were built. The
 * last results are kept by ETag, so that what has not changed is not compressed again.
 * Answers to somebody with a token stay as they are: their length must not tell a secret.
 */
export function addCompression(app: FastifyInstance): void {
  const kept = new Map<string, Buffer>()
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.headers.authorization !== undefined) return payload
    // What is not sent because it is known would have been told to depend on it too.
    if (reply.statusCode === 304) varyBy(reply, 'accept-encoding')
    if (typeof payload !== 'string') return payload
    varyBy(reply, 'accept-encoding')
    const encoding = payload.length < LEAST ? undefined : encodingFor(request)
    if (!encoding || reply.hasHeader('content-encoding')) return payload

    const etag = reply.getHeader('etag')
    const key = etag && `${encoding} ${etag}`
    const bytes = (key && kept.get(key)) || (await compress[encoding](payload))
    if (key) keep(kept, key, bytes)
    // One tag for several encodings promises the same meaning, not the same bytes.
    if (etag) reply.header('etag', weakened(String(etag)))
    reply.header('content-encoding', encoding)
    reply.removeHeader('content-length')
    return bytes
  })
}

const LEAST = 1024
const MOST_KEPT = 200

type Encoding = 'br' | 'gzip'

/** Quality 5 takes a millisecond for a page, and is within a tenth of the best. */
const compress: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
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

function keep(kept: Map<string, Buffer>, key: string, bytes: Buffer): void {
  kept.delete(key)
  kept.set(key, bytes)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}
