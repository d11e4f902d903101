import * as api from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { avatarPlate, plate, plateVersion } from '@platemark/plates/plate'
import * as z from 'zod/mini'
import type { ByteRange } from '../../files/byte-range.ts'
import { findMediaType } from '../../files/file-types.ts'
import { findView } from '../../files/views.ts'
import type { AppContext } from '../../http/app-context.ts'
import { filePolicy } from '../../http/headers.ts'
import { parse } from '../../http/parse.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { serveFile } from '../../http/serve-file.ts'
import { getContractMetadata, getTokenMetadata } from './service.ts'

/** Returns the routes that contracts link to: metadata, pictures and published lists. */
export function metadataRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.getTokenMetadata, ({ params }) => getTokenMetadata(context, params)),
    route(api.getContractMetadata, ({ params }) => getContractMetadata(context, params)),
    serveFiles,
    serveLists,
    servePlates,
  ]
}

const forEver = 'public, max-age=31536000, immutable'

/**
 * Serves stored files, named by their content: masters as they were uploaded, and the views
 * of pictures.
 */
const serveFiles: RoutePlugin = (app, { files }) => {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params
    const mediaType = findMediaType(name)
    if (!mediaType) throw new Problem('not_found')
    const shown = (await findView(files, name)) ?? name
    // A picture that is its own view is stored once in each browser.
    if (shown !== name)
      return reply.header('cache-control', forEver).redirect(`/files/${shown}`)
    const open = (range: ByteRange | undefined) => files.open(name, range)
    return serveFile(request, reply, { name, mediaType, open })
  })
}

/**
 * Serves published allowlists; the hash in the name is the one in the contract's
 * `ListAdded`.
 */
const serveLists: RoutePlugin = (app, { files }) => {
  app.get<{ Params: { name: string } }>('/lists/:name', async (request, reply) => {
    const { name } = request.params
    if (!/^[0-9a-f]{64}\.json$/.test(name)) throw new Problem('not_found')
    const open = (range: ByteRange | undefined) => files.open(name, range)
    return serveFile(request, reply, { name, mediaType: JSON_TYPE, open })
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'

const plateQuery = z.strictObject({
  theme: z._default(z.enum(['light', 'dark', 'system']), 'light'),
  /** Present: only the middle of the plate, for avatars. */
  crop: z.optional(z.enum(['', '1'])),
})

/**
 * Serves generated plates. Their URL names the seed but not the generator's version, so
 * they are cached for a week only.
 */
const servePlates: RoutePlugin = (app) => {
  app.get<{ Params: { name: string } }>('/plates/:name', async (request, reply) => {
    const seed = /^([a-z0-9-]{1,100})\.svg$/i.exec(request.params.name)?.[1]
    if (!seed) throw new Problem('not_found')
    // Safe: `parse` answers what the schema makes of the query.
    const query = parse(plateQuery, request.query) as z.infer<typeof plateQuery>
    const isCropped = query.crop !== undefined
    const draw = isCropped ? avatarPlate : plate
    const variant = `${query.theme}${isCropped ? '-crop' : ''}`
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'content-security-policy': filePolicy,
        'cache-control': 'public, max-age=604800, stale-while-revalidate=604800',
        etag: `"plate-${plateVersion}-${seed.toLowerCase()}-${variant}"`,
      })
      .send(draw(seed, { theme: query.theme, size: 512 }))
  })
}
