import * as api from '@platemark/api/earnings'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { getEarnings } from './service/earnings.ts'
import { createOwedReader } from './service/owed-amounts.ts'
import { createSplitReader } from './service/read-splits.ts'

/** Returns the routes of what the signed-in account earned. */
export function earningsRoutes(context: AppContext): RoutePlugin[] {
  const readOwed = createOwedReader(context)
  const readSplits = createSplitReader(context)
  return [
    route(api.getEarnings, ({ session }) =>
      getEarnings(context, session, { readOwed, readSplits }),
    ),
  ]
}
