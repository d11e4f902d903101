import * as api from '@platemark/api/collections'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { listFeatured, listPromoted, listTrending } from './featured-lists.ts'
import { listPage } from './lists.ts'

export function discoveryRoutes(resources: Resources): Served[] {
  return [
    serve(api.listCollections, ({ query }) => listPage(resources, query)),
    serve(api.listPromoted, () => listPromoted(resources)),
    serve(api.listPopular, () => listFeatured(resources, 'popular')),
    serve(api.listNewest, () => listFeatured(resources, 'newest')),
    serve(api.listTrending, ({ params }) => listTrending(resources, params.chain_alias)),
  ]
}
