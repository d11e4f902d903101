import * as api from '@platemark/api/live'
import type { Resources } from '../../platform/resources.ts'
import type { Served } from '../../platform/serve.ts'
import { serveEvents } from '../../platform/serve-events.ts'
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
