import * as api from '@platemark/api/stats'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { getStats, getStudioStats } from './service.ts'

export function statsRoutes(resources: Resources): Served[] {
  return [
    serve(api.getStats, ({ params, query }) => getStats(resources, params, query)),
    serve(api.getStudioStats, ({ params, query, session }) =>
      getStudioStats(resources, session, params.contract_id, query),
    ),
  ]
}
