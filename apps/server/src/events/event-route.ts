import type { Endpoint, Parsed } from '@platemark/api/endpoint'
import type * as z from 'zod/mini'
import { parse } from '../http/parse.ts'
import { rateLimitKey } from '../http/rate-limits.ts'
import type { RoutePlugin } from '../http/route.ts'
import { createEventStreams, type EventStreams, type Subscribe } from './event-streams.ts'

type EventEndpoint = Endpoint & { events: Record<string, z.ZodMiniType> }

/**
 * Opens a stream for a call, or throws a `Problem`. The returned `Subscribe` is always
 * called.
 */
type Opener<E extends EventEndpoint> = (
  call: Parsed<E> & {
    /** Id of the last event that the client received. */
    lastEventId: string | undefined
  },
) => Promise<Subscribe>

/**
 * Creates the route of an endpoint that streams events; routes with the same `shared`
 * streams have their limits in common.
 */
export function eventRoute<E extends EventEndpoint>(
  endpoint: E,
  open: Opener<E>,
  shared?: EventStreams,
): RoutePlugin {
  return (app, context) => {
    const streams = shared ?? createEventStreams(context)
    app.addHook('preClose', () => streams.close())
    app.route({
      method: 'GET',
      url: endpoint.path,
      config: { endpoint },
      handler: async (request, reply) => {
        const seat = streams.acquire(rateLimitKey(request.ip))
        try {
          const { 'last-event-id': last } = request.headers
          const call = {
            params: parse(endpoint.params, request.params),
            query: parse(endpoint.query, request.query),
            lastEventId: typeof last === 'string' ? last : undefined,
          }
          // Safe: `call` holds exactly the parts `E` declares, each already parsed.
          const join = await open(call as unknown as Parameters<Opener<E>>[0])
          // Skips the hooks of other responses, which do not fit a stream without end.
          reply.hijack()
          seat.start(request, reply, join)
        } catch (error) {
          seat.release()
          throw error
        }
      },
    })
  }
}

/** Serializes an event. */
export function encodeEvent<E extends EventEndpoint, Name extends keyof E['events']>(
  _endpoint: E,
  name: Name & string,
  data: z.output<E['events'][Name]>,
  id?: string,
): Buffer {
  const named = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`${named}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
