import { Readable } from 'node:stream'
import type { Endpoint } from '@platemark/api/endpoint'
import type { FastifyReply } from 'fastify'

/** File that an endpoint with `download` sends instead of its reply. */
export type Download = { file_name: string; content: Readable }

/** Returns whether a handler's result is a file. */
export function isDownload(result: unknown): result is Download {
  if (typeof result !== 'object' || result === null || !('content' in result))
    return false
  return result.content instanceof Readable
}

/** Sends a file to be saved under its name; no cache keeps it. */
export function sendDownload(
  reply: FastifyReply,
  { download }: Endpoint,
  { file_name, content }: Download,
): FastifyReply {
  return reply
    .headers({
      'content-type': download,
      'content-disposition': `attachment; filename="${file_name}"`,
      'cache-control': 'no-store',
    })
    .send(content)
}
