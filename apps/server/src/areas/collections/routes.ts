import * as reads from '@platemark/api/collection-reads'
import * as api from '@platemark/api/collections'
import * as collector from '@platemark/api/collector'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { getCollector } from './collector.ts'
import { listCollectorActivity } from './collector-activity.ts'
import { codeFinder } from './contract-accounts.ts'
import { getEligibility } from './eligibility.ts'
import { listActivity, listChanges, listHolders } from './reads.ts'
import { getCollection, getListEntries, updateCollection } from './service.ts'
import { getToken } from './token.ts'
import { listTokens, listTokensOfOwner } from './tokens.ts'

export function collectionRoutes(resources: Resources): Served[] {
  const findCode = codeFinder()
  return [
    serve(api.getCollection, ({ params, session }) =>
      getCollection(resources, params, session),
    ),
    serve(api.updateCollection, ({ params, body, session }) =>
      updateCollection(resources, session, params, body),
    ),
    serve(api.getEligibility, ({ params, query }) =>
      getEligibility(resources, params, query.address),
    ),
    serve(api.getListEntries, ({ params }) =>
      getListEntries(resources, params, params.address),
    ),
    serve(reads.listHolders, ({ params, query }) =>
      listHolders(resources, params, query),
    ),
    serve(reads.listTokens, ({ params, query }) => listTokens(resources, params, query)),
    serve(reads.getToken, ({ params }) => getToken(resources, params)),
    serve(reads.listTokensOfOwner, ({ query }) => listTokensOfOwner(resources, query)),
    serve(reads.listChanges, ({ params, query }) =>
      listChanges(resources, params, query),
    ),
    serve(reads.listActivity, ({ params, query }) =>
      listActivity(resources, params, query),
    ),
    serve(collector.getCollector, ({ params }) =>
      getCollector(resources, params, findCode),
    ),
    serve(collector.listCollectorActivity, ({ params, query }) =>
      listCollectorActivity(resources, params, query),
    ),
  ]
}
