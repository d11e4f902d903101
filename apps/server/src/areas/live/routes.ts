import * as api from '@platemark/api/live'
import { eventRoute } from '../../events/event-route.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { RoutePlugin } from '../../http/route.ts'
import { watchCollections } from './service.ts'

export function liveRoutes(context: AppContext): RoutePlugin[] {
  const watch = watchCollections(context)
  return [
    (app) => void app.addHook('onClose', () => watch.close()),
    eventRoute(api.listenToCollection, ({ params, lastEventId }) =>
      watch.open(params, lastEventId),
    ),
  ]
}
