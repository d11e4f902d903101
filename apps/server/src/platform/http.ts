import { randomUUID } from 'node:crypto'
import { Problem } from '@platemark/wire/problem'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { addErrors, malformedAnswer, sendProblem } from './errors.ts'
import { addHeaders, dataHeaders } from './headers.ts'
import { clientOf, proxyWatch, readLimit } from './limits.ts'
import { readJson } from './parse.ts'
import type { Resources } from './resources.ts'
import { rememberRoutes } from './route-of.ts'
import { addSending } from './sending.ts'

/**
 * The HTTP server before any route is added: what every answer has in common, its headers,
 * caching, compression, errors, limits and the line in the log.
 */
export function openHttp(
  { configuration, log, clock }: Pick<Resources, 'configuration' | 'log' | 'clock'>,
  policy: string,
): FastifyInstance {
  const { limits, rate_limit_scale, trusted_proxies, allowed_origins } = configuration
  const app: FastifyInstance = Fastify({
    // One for each request would cost more than all it says: lines name their request. With a
    // `loggerInstance`, Fastify also listens to the end of every answer.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted_proxies.length > 0 ? trusted_proxies : false,
    bodyLimit: limits.json_bytes,
    requestTimeout: 60_000,
    http: {
      // Node looks every 30 seconds otherwise, so that some requests get half as long again.
      connectionsCheckingInterval: 5_000,
      // A GET has no body: to make a stream of it takes a twentieth of a whole look-up.
      // `addEmptyBodies` makes up for what this breaks.
      optimizeEmptyRequests: true,
    },
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return
      socket.end(malformedAnswer(dataHeaders, randomUUID()))
    },
    frameworkErrors: (error, request, reply) => {
      const own = { 'cache-control': 'no-store', 'x-request-id': request.id }
      reply.headers({ ...dataHeaders, ...own })
      const problem = new Problem('bad_request', undefined, { cause: error })
      return sendProblem(problem, request, reply)
    },
  })
  rememberRoutes(app)
  addEmptyBodies(app)
  addSending(app, log)
  addHeaders(app, { policy, allowedOrigins: allowed_origins })
  addErrors(app)
  addLimit(app, { limit: limits.reads_per_client * rate_limit_scale, log, clock })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => (text === '' ? undefined : readJson(text)),
  )
  return app
}

/**
 * Takes its type from a request without a body: with one, Fastify waits for the end of a stream
 * that Node made as ended, and answers nobody.
 */
function addEmptyBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.readableEnded) delete raw.headers['content-type']
    done()
  })
}

/** Counts every call under `/api/` by who makes it. */
function addLimit(
  app: FastifyInstance,
  { limit, log, clock }: { limit: number } & Pick<Resources, 'log' | 'clock'>,
): void {
  const countRead = readLimit(limit)
  const watchProxy = proxyWatch(log)
  app.addHook('onRequest', (request, _reply, done) => {
    watchProxy(request)
    if (request.url.startsWith('/api/')) countRead(clientOf(request.ip), clock())
    done()
  })
}
