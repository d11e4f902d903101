import type { Endpoint } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import type { FastifyInstance, HTTPMethods } from 'fastify'

/**
 * Records all routes added after this call. The returned function adds handlers that list
 * the allowed methods for OPTIONS and reject others with 405.
 */
export function rejectOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<HTTPMethods>>()
  const reads = new Map<string, Endpoint>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (method === 'GET' && config?.endpoint) reads.set(url, config.endpoint)
    const methods = taken.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...taken]) {
      const others = known.filter((method) => !methods.has(method))
      const allow = [...methods, 'OPTIONS'].join(', ')
      const read = reads.get(url)
      app.route({
        method: others,
        url,
        config: { ...(read && { reads: read }) },
        handler: (request, reply) => {
          reply.header('allow', allow)
          if (request.method === 'OPTIONS') return reply.code(204).send()
          throw new Problem('method_not_allowed')
        },
      })
    }
  }
}

const known: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
