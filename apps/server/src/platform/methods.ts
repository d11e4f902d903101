import { Problem } from '@platemark/wire/problem'
import type { FastifyInstance, HTTPMethods } from 'fastify'

/**
 * Call before routes are added; the returned function, called after the last one, makes
 * every path answer 405 with `Allow` to the methods it does not take.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<HTTPMethods>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...taken]) {
      const others = known.filter((method) => !methods.has(method))
      const allow = [...methods].join(', ')
      app.route({
        method: others,
        url,
        handler: (_request, reply) => {
          reply.header('allow', allow)
          throw new Problem('method_not_allowed')
        },
      })
    }
  }
}

const known: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
