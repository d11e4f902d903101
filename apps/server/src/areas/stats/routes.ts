import * as api from '@platemark/api/stats'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { getStats, getStudioStats } from './service.ts'

export function statsRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.getStats, ({ params, query }) => getStats(context, params, query)),
    route(api.getStudioStats, ({ params, query, session }) =>
      getStudioStats(context, session, params.contract_id, query),
    ),
  ]
}
