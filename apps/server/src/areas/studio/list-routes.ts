import * as api from '@platemark/api/draft-lists'
import { prepareList as prepareListCall } from '@platemark/api/live-lists'
import type { AppContext } from '../../http/app-context.ts'
import { consumeStudioLimit } from '../../http/rate-limits.ts'
import { largeBodyRoute, type RoutePlugin, route } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkLiveListOffThread } from './check-live-list.ts'
import { snapshotHolders } from './holder-snapshot.ts'
import { prepareList } from './prepare-list.ts'
import { getList } from './stored-list.ts'

/** Returns the routes of what a creator reads to make a list, and of lists of collections. */
export function listRoutes(context: AppContext): RoutePlugin[] {
  /** Counted once the draft is found, so that a refused call changes nothing. */
  const admit = (session: Session, client: string) => () =>
    consumeStudioLimit(context, 'list-read', { user: session.user_id, client })
  return [
    route(api.getList, ({ params, session, client }) =>
      getList(context, session, params, client),
    ),
    route(api.checkAccounts, ({ params, body, session, client }) =>
      checkAccounts(context, session, params.contract_id, {
        addresses: body.addresses,
        admit: admit(session, client),
      }),
    ),
    route(api.getHolderSnapshot, ({ params, body, session, client }) =>
      snapshotHolders(context, session, params.contract_id, {
        ...body,
        admit: admit(session, client),
      }),
    ),
    largeBodyRoute(
      prepareListCall,
      {
        maxBytes: context.configuration.limits.list_bytes,
        admit: (caller) => consumeStudioLimit(context, 'list', caller),
        read: checkLiveListOffThread,
      },
      ({ params, body, session, client, admit: admitList }) =>
        prepareList(context, session, params.contract_id, {
          ...body,
          client,
          admit: admitList,
        }),
    ),
  ]
}
