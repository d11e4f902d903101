import * as api from '@platemark/api/collections'
import { searchAll } from '@platemark/api/search'
import type { AppContext } from '../../http/app-context.ts'
import { createCallCounter } from '../../http/rate-limits.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import {
  listFeatured,
  listPromoted,
  listStarting,
  listTrending,
} from './featured-lists.ts'
import { listPage } from './lists.ts'
import { searchAll as search } from './search.ts'

export function discoveryRoutes(context: AppContext): RoutePlugin[] {
  const consume = createCallCounter(context)
  return [
    route(api.listCollections, ({ query }) => listPage(context, query)),
    route(api.listPromoted, () => listPromoted(context)),
    route(api.listPopular, () => listFeatured(context, 'popular')),
    route(api.listNewest, () => listFeatured(context, 'newest')),
    route(api.listStarting, () => listStarting(context)),
    route(searchAll, async ({ query, client }) => {
      await consume('searches_per_client', client)
      return search(context, query.q)
    }),
    route(api.listTrending, ({ params }) => listTrending(context, params.chain_alias)),
  ]
}
