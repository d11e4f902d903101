import * as api from '@platemark/api/collections'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { listFeatured, listPromoted, listTrending } from './featured-lists.ts'
import { listPage } from './lists.ts'

export function discoveryRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.listCollections, ({ query }) => listPage(context, query)),
    route(api.listPromoted, () => listPromoted(context)),
    route(api.listPopular, () => listFeatured(context, 'popular')),
    route(api.listNewest, () => listFeatured(context, 'newest')),
    route(api.listTrending, ({ params }) => listTrending(context, params.chain_alias)),
  ]
}
