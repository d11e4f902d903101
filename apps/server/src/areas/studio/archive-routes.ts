import { Readable } from 'node:stream'
import * as api from '@platemark/api/archive'
import { Problem } from '@platemark/api/problem'
import * as z from 'zod/mini'
import type { AppContext } from '../../http/app-context.ts'
import { filePolicy } from '../../http/headers.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { createArchiveComputer } from './archive/compute-archives.ts'
import { openArchive } from './archive/open-archive.ts'
import { archiveFileName, prepareArchive } from './archive/prepare-archive.ts'

/** Returns the routes of the CAR file of a draft or collection. */
export function archiveRoutes(context: AppContext): RoutePlugin[] {
  const computer = createArchiveComputer(context)
  return [
    route(api.prepareArchive, ({ params, session, client }) =>
      prepareArchive(context, computer, { session, client }, params.contract_id),
    ),
    (app) => {
      app.addHook('onClose', () => computer.close())
    },
    sendArchives,
  ]
}

/** CAR files that are sent at a time: each reads and hashes every file in it. */
const MAX_SENT = 4

const path = z.object({
  contract_id: z.uuid(),
  ticket: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

/** Sends CAR files under secret addresses, because browsers send no token with a download. */
const sendArchives: RoutePlugin = (app, context) => {
  let sent = 0
  const url = '/api/contract/studio/:contract_id/archive/:ticket.car'
  app.get(url, async (request, reply) => {
    const place = path.safeParse(request.params)
    if (!place.success) throw new Problem('not_found')
    const { name, root, size, read } = await openArchive(context, place.data)
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
  })
}
