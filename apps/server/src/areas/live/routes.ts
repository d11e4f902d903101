import * as api from '@platemark/api/live'
import { eventRoute } from '../../events/event-route.ts'
import { createEventStreams } from '../../events/event-streams.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { RoutePlugin } from '../../http/route.ts'
import type { CollectionPath } from '../collections/service.ts'
import { watchCollections } from './service.ts'
import { watchData } from './watch-data.ts'

export function liveRoutes(context: AppContext): RoutePlugin[] {
  const watch = watchCollections(context)
  const streams = createEventStreams(context)
  return [
    watchData(context),
    (app) => void app.addHook('onClose', () => watch.close()),
    eventRoute(
      api.listenToCollection,
      ({ params, lastEventId }) => watch.open(params, lastEventId),
      streams,
    ),
    eventRoute(
      api.listenToCollections,
      ({ query }) => watch.openSeveral(parsePlaces(query.collections)),
      streams,
    ),
  ]
}

/** Parses `network:address,…`; each collection once, in whatever letter case it comes. */
function parsePlaces(text: string): CollectionPath[] {
  return [...new Set(text.toLowerCase().split(','))].map((place) => {
    const [chain_alias = '', contract_address = ''] = place.split(':')
    return { chain_alias, contract_address }
  })
}
