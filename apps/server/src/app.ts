import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { Problem } from '@platemark/wire/problem'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
} from 'fastify'
import { collectionRoutes } from './areas/collections/routes.ts'
import { currencyRoutes } from './areas/currencies/routes.ts'
import { addOpenapi } from './areas/instance/openapi.ts'
import { instanceRoutes } from './areas/instance/routes.ts'
import { metadataRoutes } from './areas/metadata/routes.ts'
import { profileRoutes } from './areas/profile/routes.ts'
import { sessionRoutes } from './areas/session/routes.ts'
import { studioRoutes } from './areas/studio/routes.ts'
import { addCaching } from './platform/caching.ts'
import { addCompression } from './platform/compress.ts'
import { addErrors, malformedAnswer, sendProblem } from './platform/errors.ts'
import {
  addHeaders,
  chainOrigins,
  contentSecurityPolicy,
  securityHeaders,
} from './platform/headers.ts'
import { clientOf, proxyWatch, readLimit } from './platform/limits.ts'
import { refuseOtherMethods } from './platform/methods.ts'
import { addPages } from './platform/pages.ts'
import { readJson } from './platform/parse.ts'
import type { Resources } from './platform/resources.ts'
import type { Served } from './platform/serve.ts'
import { openWeb } from './platform/web.ts'

/** Every route of the product, area by area. */
const areas: ((resources: Resources) => Served[])[] = [
  sessionRoutes,
  profileRoutes,
  currencyRoutes,
  instanceRoutes,
  collectionRoutes,
  metadataRoutes,
  studioRoutes,
]

type Options = {
  /** Serves the web live from its sources. */
  isDevelopment?: boolean
  /** Routes beside the product's own. */
  also?: Served[]
}

/** The whole HTTP side: API, files and painted pages. Listens nowhere yet. */
export async function buildApp(
  resources: Resources,
  { isDevelopment = false, also = [] }: Options = {},
): Promise<FastifyInstance> {
  const { configuration, log, clock } = resources
  const { limits, rate_limit_scale, trusted_proxies, allowed_origins } = configuration
  const web = await openWeb(configuration, { isDevelopment })
  const policy = contentSecurityPolicy({ ...web, origins: chainOrigins(resources) })

  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted_proxies.length > 0 ? trusted_proxies : false,
    bodyLimit: limits.json_bytes,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return
      socket.end(malformedAnswer(securityHeaders(policy), randomUUID()))
    },
    frameworkErrors: (error, request, reply) => {
      const own = { 'cache-control': 'no-store', 'x-request-id': request.id }
      reply.headers({ ...securityHeaders(policy), ...own })
      const problem = new Problem('bad_request', undefined, { cause: error })
      return sendProblem(problem, request, reply)
    },
  })
  addHeaders(app, { policy, allowedOrigins: allowed_origins })
  addCaching(app)
  addCompression(app)
  addErrors(app)

  const countRead = readLimit(limits.reads_per_client * rate_limit_scale)
  const watchProxy = proxyWatch(log)
  app.addHook('onRequest', async (request) => {
    watchProxy(request)
    const { url, ip } = request
    if (url.startsWith('/api/')) countRead(clientOf(ip), clock())
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const [path] = request.url.split('?', 1)
    const ms = Math.round(reply.elapsedTime)
    request.log.info(
      { method, path, route: routeOptions.url, status: reply.statusCode, ms },
      'answered',
    )
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => (text === '' ? undefined : readJson(text)),
  )
  await app.register(multipart)

  const refuse = refuseOtherMethods(app)
  addOpenapi(app, configuration)
  for (const add of [...areas.flatMap((area) => area(resources)), ...also]) {
    add(app, resources)
  }
  refuse()
  await addPages(app, resources, web)
  return app
}
