import * as api from '@platemark/api/ownership'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { addEditor, listEditors, removeEditor } from './editors.ts'
import { getOffer, listOffers } from './offers.ts'

/** Returns the routes of co-editors and of handing a collection over. */
export function ownershipRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.listEditors, ({ params, session }) =>
      listEditors(context, session, params.contract_id),
    ),
    route(api.addEditor, ({ params, body, session }) =>
      addEditor(context, session, params.contract_id, body.address),
    ),
    route(api.removeEditor, ({ params, query, session }) =>
      removeEditor(context, session, params.contract_id, query.address),
    ),
    route(api.getOffer, ({ params, session }) =>
      getOffer(context, session, params.contract_id),
    ),
    route(api.listOffers, ({ session }) => listOffers(context, session)),
  ]
}
