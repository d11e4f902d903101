import { Problem } from '@platemark/api/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ByteRange,
  parseByteRange,
  UnsatisfiableRangeError,
} from '../files/byte-range.ts'
import type { StoredFile } from '../files/file-store.ts'
import { isShownByBrowsers } from '../files/file-types.ts'
import { filePolicy } from './headers.ts'
import { matchesEtag } from './response-cache.ts'

type ServedFile = {
  name: string
  mediaType: string
  /** Opens the file or a part of it; undefined if there is none. */
  open(range: ByteRange | undefined): Promise<StoredFile | undefined>
  /** Name under which it is saved; absent: browsers show it if they can. */
  fileName?: string
  /** No cache may keep it. */
  isPrivate?: boolean
}

/**
 * Sends a file named by its content: for ever the same, harmless when opened as a page, whole
 * or in one byte range (RFC 9110, 13 and 14). Throws `not_found`, `range_not_satisfiable` and
 * `storage_unavailable`.
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType, open, fileName, isPrivate = false }: ServedFile,
): Promise<FastifyReply> {
  const etag = `"${name}"`
  const range = requestedRange(request, etag)
  const file = await open(range).catch((error: unknown) => {
    if (error instanceof UnsatisfiableRangeError) {
      reply.header('content-range', `bytes */${error.size}`)
    }
    throw error
  })
  if (!file) throw new Problem('not_found')
  const { size, range: part, stream } = file
  const length = part ? part.last - part.first + 1 : size
  if (part) {
    reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  }
  const saved =
    fileName === undefined ? 'attachment' : `attachment; filename="${fileName}"`
  if (fileName !== undefined || !isShownByBrowsers(mediaType)) {
    reply.header('content-disposition', saved)
  }
  return reply
    .headers({
      'content-type': mediaType,
      'content-length': String(length),
      'content-security-policy': filePolicy,
      'cache-control': isPrivate ? 'no-store' : 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag,
    })
    .send(stream)
}

/** Returns the range to send; a validator that matches, or one that does not, has precedence. */
function requestedRange(request: FastifyRequest, etag: string): ByteRange | undefined {
  const { range, 'if-range': ifRange } = request.headers
  if (request.method !== 'GET' || matchesEtag(request, etag)) return undefined
  // A date never matches: files have none.
  if (ifRange !== undefined && ifRange !== etag) return undefined
  return parseByteRange(range)
}
