import type { FastifyInstance, FastifyRequest } from 'fastify'

type Route = FastifyRequest['routeOptions']

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyRequest {
    /** What `routeOf` answered already. */
    route: Route | null
  }
}

/** Lets requests remember their route; call before the first hook is added. */
export function rememberRoutes(app: FastifyInstance): void {
  app.decorateRequest('route', null)
}

/** The route of a request: Fastify itself puts it together anew each time it is asked. */
export function routeOf(request: FastifyRequest): Route {
  request.route ??= request.routeOptions
  return request.route
}
