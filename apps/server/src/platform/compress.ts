import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { type Answer, varyBy } from './answer.ts'
import { keep } from './caching.ts'

/**
 * Answers what compresses an answer that was made on the spot, and says when it is done with
 * one that takes a while; assets were compressed when they were built. The last results are
 * kept by ETag, so that what has not changed is not compressed again. Answers to somebody with
 * a token stay as they are: their length must not tell a secret.
 */
export function compressor(): (
  request: FastifyRequest,
  answer: Answer,
) => Promise<void> | undefined {
  const kept = new Map<string, Promise<Buffer> | Buffer>()
  return (request, answer) => {
    const { headers, body } = answer
    if (request.headers.authorization !== undefined) return
    // What is not sent because it is known would have been told to depend on it too.
    if (answer.status === 304) varyBy(headers, 'accept-encoding')
    if (typeof body !== 'string') return
    varyBy(headers, 'accept-encoding')
    const encoding = body.length < LEAST ? undefined : encodingFor(request)
    if (!encoding || headers['content-encoding'] !== undefined) return

    const etag = headers.etag?.toString()
    const isPage = String(headers['content-type']).startsWith('text/html')
    const put = (bytes: Buffer) => {
      // One tag for several encodings promises the same meaning, not the same bytes.
      if (etag) headers.etag = weakened(etag)
      headers['content-encoding'] = encoding
      headers['content-length'] = undefined
      answer.body = bytes
    }
    const bytes = compressed(kept, body, { encoding, etag, isPage })
    if (!Buffer.isBuffer(bytes)) return bytes.then(put)
    put(bytes)
  }
}

/** Compresses a text once for all who ask at the same time, and keeps what has a tag. */
function compressed(
  kept: Map<string, Promise<Buffer> | Buffer>,
  text: string,
  {
    encoding,
    etag,
    isPage,
  }: { encoding: Encoding; etag: string | undefined; isPage: boolean },
): Promise<Buffer> | Buffer {
  if (!etag) return compress[encoding](text, false)
  const key = `${encoding} ${etag}`
  const known = kept.get(key)
  if (known) return known
  const bytes = compress[encoding](text, isPage)
  keep(kept, key, bytes, MOST_KEPT)
  bytes.then(
    (made) => kept.get(key) === bytes && kept.set(key, made),
    () => kept.delete(key),
  )
  return bytes
}

const LEAST = 1024
const MOST_KEPT = 200

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
