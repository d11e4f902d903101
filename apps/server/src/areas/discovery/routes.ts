import * as api from '@platemark/api/collections'
import { searchAll } from '@platemark/api/search'
import type { AppContext } from '../../http/app-context.ts'
import { consumeLimit } from '../../http/rate-limits.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { listFeatured, listPromoted, listTrending } from './featured-lists.ts'
import { listPage } from './lists.ts'
import { searchAll as search } from './search.ts'

export function discoveryRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.listCollections, ({ query }) => listPage(context, query)),
    route(api.listPromoted, () => listPromoted(context)),
    route(api.listPopular, () => listFeatured(context, 'popular')),
    route(api.listNewest, () => listFeatured(context, 'newest')),
    route(searchAll, async ({ query, client }) => {
      await consumeSearch(context, client)
      return search(context, query.q)
    }),
    route(api.listTrending, ({ params }) => listTrending(context, params.chain_alias)),
  ]
}

/** Counts a search against the limit of a client in a minute. Throws `too_many_requests`. */
function consumeSearch(
  { database, configuration, clock }: AppContext,
  client: string,
): Promise<void> {
  const { limits, rate_limit_scale } = configuration
  return consumeLimit(database, {
    key: `searches_per_client:${client}`,
    limit: limits.searches_per_client * rate_limit_scale,
    seconds: 60,
    now: clock(),
  })
}
