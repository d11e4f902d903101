import { Problem } from '@platemark/api/problem'
import { isLabel, readLabel } from '@platemark/rules/name-label'
import { filePolicy } from '../../http/headers.ts'
import type { RoutePlugin } from '../../http/route.ts'
import { requireHome } from './service/home.ts'
import { drawNameCard } from './service/name-card.ts'

/**
 * Serves the picture of every label that can be registered, whether or not it is: it depends on
 * the label alone. Throws `name_invalid`, and `not_found` without names.
 */
export const serveNameImage: RoutePlugin = (app, context) => {
  app.get<{ Params: { name: string } }>(
    '/api/names/:name/image.svg',
    async (request, reply) => {
      const { suffix } = requireHome(context)
      const { name } = request.params
      if (!isLabel(name)) {
        throw new Problem('name_invalid', readLabel(name, suffix).refused?.message)
      }
      return reply
        .headers({
          'content-type': 'image/svg+xml',
          'content-security-policy': filePolicy,
          'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
        })
        .send(drawNameCard(name, suffix))
    },
  )
}
