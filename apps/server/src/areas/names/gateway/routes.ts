import { Problem } from '@platemark/api/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '../../../http/app-context.ts'
import { rateLimitKey } from '../../../http/rate-limits.ts'
import type { RoutePlugin } from '../../../http/route.ts'
import { createGateway } from './service.ts'

const body = z.object({ sender: z.string(), data: z.string() })

/**
 * Returns the routes of the gateway by ERC-3668: `GET /api/ens/{sender}/{data}.json`, and
 * `POST /api/ens` with both in a JSON body. Both answer 404 where there is no gateway.
 */
export function gatewayRoutes(context: AppContext): RoutePlugin[] {
  const gateway = createGateway(context)
  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { sender: string; data: string },
  ) => {
    if (!gateway) throw new Problem('not_found')
    const { data, maxAge } = await gateway.answer(asked, rateLimitKey(request.ip))
    reply.header('cache-control', `public, max-age=${maxAge}`)
    return { data }
  }
  return [
    (app) => {
      // A wildcard, because the data may be longer than a part of any other path.
      app.get<{ Params: { sender: string; '*': string } }>(
        '/api/ens/:sender/*',
        (request, reply) => {
          const { sender, '*': file } = request.params
          return respond(request, reply, { sender, data: file.replace(/\.json$/, '') })
        },
      )
      app.post('/api/ens', (request, reply) => {
        const parsed = body.safeParse(request.body)
        if (!parsed.success) throw new Problem('bad_request')
        return respond(request, reply, parsed.data)
      })
    },
  ]
}
