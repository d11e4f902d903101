import * as reads from '@platemark/api/collection-reads'
import * as api from '@platemark/api/collections'
import * as collector from '@platemark/api/collector'
import { checkAlias } from '@platemark/api/page-alias'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { getCollector } from './collector.ts'
import { listCollectorActivity } from './collector-activity.ts'
import { createCodeFinder } from './contract-accounts.ts'
import { createEligibilityReader } from './eligibility.ts'
import { listHolderGroups } from './holder-groups.ts'
import { listActivity, listChanges, listHolders } from './reads.ts'
import {
  getCollection,
  getListEntries,
  isFreeAlias,
  updateCollection,
} from './service.ts'
import { getToken } from './token.ts'
import { listTokens, listTokensOfOwner } from './tokens.ts'

export function collectionRoutes(context: AppContext): RoutePlugin[] {
  const findCode = createCodeFinder()
  return [
    route(api.getCollection, ({ params, session }) =>
      getCollection(context, params, session),
    ),
    route(api.updateCollection, ({ params, body, session }) =>
      updateCollection(context, session, params, body),
    ),
    route(checkAlias, async ({ params, query, session }) => ({
      is_free: await isFreeAlias(context, session, params.contract_id, query.alias),
    })),
    (app, own) => {
      const read = createEligibilityReader(context, app.dataVersion)
      const handle = route(api.getEligibility, ({ params, query }) =>
        read(params, query.address),
      )
      handle(app, own)
    },
    route(api.getListEntries, ({ params }) =>
      getListEntries(context, params, params.address),
    ),
    route(reads.listHolders, ({ params, query }) => listHolders(context, params, query)),
    route(reads.listHolderGroups, ({ params }) => listHolderGroups(context, params)),
    route(reads.listTokens, ({ params, query }) => listTokens(context, params, query)),
    route(reads.getToken, ({ params }) => getToken(context, params)),
    route(reads.listTokensOfOwner, ({ query }) => listTokensOfOwner(context, query)),
    route(reads.listChanges, ({ params, query }) => listChanges(context, params, query)),
    route(reads.listActivity, ({ params, query }) =>
      listActivity(context, params, query),
    ),
    route(collector.getCollector, ({ params, query }) =>
      getCollector(context, { ...params, ...query }, findCode),
    ),
    route(collector.listCollectorActivity, ({ params, query }) =>
      listCollectorActivity(context, params, query),
    ),
  ]
}
