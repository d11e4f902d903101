import * as wire from '@platemark/wire/live'
import type { Resources } from '../../platform/resources.ts'
import type { Served } from '../../platform/serve.ts'
import { serveEvents } from '../../platform/serve-events.ts'
import { watchCollections } from './service.ts'

export function liveRoutes(resources: Resources): Served[] {
  const watch = watchCollections(resources)
  return [
    (app) => void app.addHook('onClose', () => watch.close()),
    serveEvents(wire.listenToCollection, ({ params, lastEventId }) =>
      watch.open(params, lastEventId),
    ),
  ]
}
