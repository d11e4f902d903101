import * as api from '@platemark/api/stats'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { exportFigures } from './export-figures.ts'
import { getStats, getStudioStats, listTurnout } from './service.ts'

export function statsRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.getStats, ({ params, query }) => getStats(context, params, query)),
    route(api.getStudioStats, ({ params, query, session }) =>
      getStudioStats(context, session, params.contract_id, query),
    ),
    route(api.listTurnout, ({ params, session }) =>
      listTurnout(context, session, params.contract_id),
    ),
    route(api.exportFigures, ({ params, query, session }) =>
      exportFigures(context, session, params.contract_id, query.kind),
    ),
  ]
}
