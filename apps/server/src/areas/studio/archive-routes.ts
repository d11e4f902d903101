import { Readable } from 'node:stream'
import * as api from '@platemark/api/archive'
import * as artApi from '@platemark/api/art'
import * as moveApi from '@platemark/api/move'
import { Problem } from '@platemark/api/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '../../http/app-context.ts'
import { filePolicy } from '../../http/headers.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { createArchiveComputer } from './archive/compute-archives.ts'
import { computeArt, describeArt, findPublicArchive } from './archive/describe-art.ts'
import { type OpenArchive, openArchive, openStored } from './archive/open-archive.ts'
import { archiveFileName, prepareArchive } from './archive/prepare-archive.ts'
import { prepareMove } from './archive/prepare-move.ts'

/** Returns the routes of the CAR file of a draft or collection, and of the files of its art. */
export function archiveRoutes(context: AppContext): RoutePlugin[] {
  const computer = createArchiveComputer(context)
  return [
    route(api.prepareArchive, ({ params, session, client }) =>
      prepareArchive(context, computer, { session, client }, params.contract_id),
    ),
    route(artApi.getArt, ({ params }) => describeArt(context, computer, params)),
    route(artApi.computeArt, ({ params, client }) =>
      computeArt(context, computer, params, client),
    ),
    route(moveApi.prepareMove, ({ params, body, session, client }) =>
      prepareMove(
        context,
        computer,
        { session, client },
        { id: params.contract_id, to: body.to },
      ),
    ),
    (app) => {
      app.addHook('onClose', () => computer.close())
    },
    sendArchives,
  ]
}

/** CAR files that are sent at a time: each reads and hashes every file in it. */
const MAX_SENT = 4

const ticketPath = z.object({
  contract_id: z.uuid(),
  ticket: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

const rootPath = z.object({
  ...artApi.getArt.params.shape,
  root: z.string().check(z.regex(/^b[a-z2-7]{58}$/)),
})

/**
 * Sends CAR files: those of owners under secret addresses, because browsers send no token with a
 * download, and those that everyone may load under the address of their contents.
 */
const sendArchives: RoutePlugin = (app, context) => {
  let sent = 0
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, root, size, read }: OpenArchive,
  ) => {
    reply.headers({
      'content-type': 'application/vnd.ipld.car; version=1',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${archiveFileName(name)}"`,
      'content-security-policy': filePolicy,
      'cache-control': 'no-store',
      etag: `"${root}"`,
    })
    if (request.method === 'HEAD') return reply.send()
    if (sent >= MAX_SENT) throw new Problem('busy', undefined, { retryAfter: 30 })
    sent += 1
    const stream = Readable.from(read(), { objectMode: false })
    stream.once('close', () => {
      sent -= 1
    })
    return reply.send(stream)
  }
  const secret = '/api/contract/studio/:contract_id/archive/:ticket.car'
  app.get(secret, async (request, reply) => {
    const place = ticketPath.safeParse(request.params)
    if (!place.success) throw new Problem('not_found')
    return send(request, reply, await openArchive(context, place.data))
  })
  const open = '/api/contract/:chain_alias/:contract_address/art/:root.car'
  app.get(open, async (request, reply) => {
    const place = rootPath.safeParse(request.params)
    if (!place.success) throw new Problem('not_found')
    const { root, ...path } = place.data
    const stored = await findPublicArchive(context, path, root)
    return send(request, reply, await openStored(context, stored))
  })
}
