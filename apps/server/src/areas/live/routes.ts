import * as api from '@platemark/api/live'
import { serveEvents } from '../../events/event-route.ts'
import type { Resources } from '../../http/app-context.ts'
import type { Served } from '../../http/route.ts'
import { watchCollections } from './service.ts'

export function liveRoutes(resources: Resources): Served[] {
  const watch = watchCollections(resources)
  return [
    (app) => void app.addHook('onClose', () => watch.close()),
    serveEvents(api.listenToCollection, ({ params, lastEventId }) =>
      watch.open(params, lastEventId),
    ),
  ]
}
