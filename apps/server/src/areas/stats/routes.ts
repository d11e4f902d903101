import * as wire from '@platemark/wire/stats'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { getStats, getStudioStats } from './service.ts'

export function statsRoutes(resources: Resources): Served[] {
  return [
    serve(wire.getStats, ({ params, query }) => getStats(resources, params, query)),
    serve(wire.getStudioStats, ({ params, query, session }) =>
      getStudioStats(resources, session, params.contract_id, query),
    ),
  ]
}
