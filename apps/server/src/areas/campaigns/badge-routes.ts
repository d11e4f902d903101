import { Problem } from '@platemark/api/problem'
import type { RoutePlugin } from '../../http/route.ts'
import { getBadgeMetadata } from './service/badge-metadata.ts'

/**
 * Serves the metadata of badges where the contract's `tokenURI` leads (ERC-721), without an envelope.
 * Throws `not_found`.
 */
export const serveBadgeMetadata: RoutePlugin = (app, context) => {
  app.get<{ Params: { digits: string } }>(
    '/api/badges/:digits',
    async (request, reply) => {
      const { digits } = request.params
      if (!/^[0-9a-f]{24}$/.test(digits)) throw new Problem('not_found')
      const metadata = await getBadgeMetadata(context, digits)
      return reply.header('cache-control', 'public, max-age=300').send(metadata)
    },
  )
}
