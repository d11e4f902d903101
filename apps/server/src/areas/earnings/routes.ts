import * as checks from '@platemark/api/balance-checks'
import * as api from '@platemark/api/earnings'
import { getStatement } from '@platemark/api/statement'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { checkOwnBalances, listOwnChecks } from './service/balance-checks.ts'
import { getEarnings } from './service/earnings.ts'
import { createOwedReader } from './service/owed-amounts.ts'
import { createSplitReader } from './service/read-splits.ts'
import { readStatement } from './service/statement.ts'
import { createStatementWriter } from './service/write-statement.ts'

/** Returns the routes of what the signed-in account earned. */
export function earningsRoutes(context: AppContext): RoutePlugin[] {
  const readOwed = createOwedReader(context)
  const readSplits = createSplitReader(context)
  const writeStatement = createStatementWriter(context)
  return [
    route(api.getEarnings, ({ session }) =>
      getEarnings(context, session, { readOwed, readSplits }),
    ),
    route(getStatement, ({ session, query }) =>
      query.format === 'csv'
        ? writeStatement(session, query)
        : readStatement(context, session, query),
    ),
    route(checks.listBalanceChecks, ({ session }) => listOwnChecks(context, session)),
    route(checks.checkBalances, ({ session }) => checkOwnBalances(context, session)),
  ]
}
