import type { Endpoint, Parsed } from '@platemark/api/endpoint'
import type * as z from 'zod/mini'
import { parse } from '../http/parse.ts'
import { clientOf } from '../http/rate-limits.ts'
import type { Served } from '../http/route.ts'
import { type Join, openStreams } from './event-streams.ts'

type EventEndpoint = Endpoint & { events: Record<string, z.ZodMiniType> }

/** Finds what a call wants to hear, or throws a `Problem`; the `Join` is always used. */
type Opener<E extends EventEndpoint> = (
  call: Parsed<E> & {
    /** Of the last event that the client was sent before. */
    lastEventId: string | undefined
  },
) => Promise<Join>

/** Binds an endpoint whose reply is a stream of events. */
export function serveEvents<E extends EventEndpoint>(
  endpoint: E,
  open: Opener<E>,
): Served {
  return (app, resources) => {
    const streams = openStreams(resources)
    app.addHook('preClose', () => streams.close())
    app.route({
      method: 'GET',
      url: endpoint.path,
      config: { endpoint },
      handler: async (request, reply) => {
        const seat = streams.take(clientOf(request.ip))
        try {
          const { 'last-event-id': last } = request.headers
          const call = {
            params: parse(endpoint.params, request.params),
            query: parse(endpoint.query, request.query),
            lastEventId: typeof last === 'string' ? last : undefined,
          }
          // Safe: `call` holds exactly the parts `E` declares, each already parsed.
          const join = await open(call as unknown as Parameters<Opener<E>>[0])
          // Nothing that is done to other answers suits one that does not end.
          reply.hijack()
          seat.begin(request, reply, join)
        } catch (error) {
          seat.leave()
          throw error
        }
      },
    })
  }
}

/** An event as it is sent. */
export function eventBytes<E extends EventEndpoint, Name extends keyof E['events']>(
  _endpoint: E,
  name: Name & string,
  data: z.output<E['events'][Name]>,
  id?: string,
): Buffer {
  const named = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`${named}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
