import * as api from '@platemark/api/rehearsal'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { createRehearsals, getRehearsal } from './rehearsal/rehearsals.ts'

/** Returns the routes of rehearsals, which end with the app. */
export function rehearsalRoutes(context: AppContext): RoutePlugin[] {
  const rehearsals = createRehearsals(context)
  return [
    route(api.startRehearsal, ({ params, session, client }) =>
      rehearsals.start({ session, client }, params.contract_id),
    ),
    route(api.getRehearsal, ({ params, session }) =>
      getRehearsal(context, session, params),
    ),
    (app) => {
      app.addHook('onClose', () => rehearsals.close())
    },
  ]
}
