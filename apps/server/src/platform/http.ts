import { randomUUID } from 'node:crypto'
import { Problem } from '@platemark/wire/problem'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
} from 'fastify'
import { addCaching } from './caching.ts'
import { addCompression } from './compress.ts'
import { addErrors, malformedAnswer, sendProblem } from './errors.ts'
import { addHeaders, dataHeaders } from './headers.ts'
import { clientOf, proxyWatch, readLimit } from './limits.ts'
import { answerLog } from './log.ts'
import { readJson } from './parse.ts'
import type { Logger, Resources } from './resources.ts'
import { rememberRoutes, routeOf } from './route-of.ts'

/**
 * The HTTP server before any route is added: what every answer has in common, its headers,
 * caching, compression, errors, limits and the line in the log.
 */
export function openHttp(
  { configuration, log, clock }: Pick<Resources, 'configuration' | 'log' | 'clock'>,
  policy: string,
): FastifyInstance {
  const { limits, rate_limit_scale, trusted_proxies, allowed_origins } = configuration
  // One for each request would cost more than all it says: lines name their request.
  const loggerInstance: FastifyBaseLogger = Object.create(log, {
    child: { value: () => loggerInstance },
  })
  const app: FastifyInstance = Fastify({
    loggerInstance,
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
  addCaching(app)
  addCompression(app)
  addHeaders(app, { policy, allowedOrigins: allowed_origins })
  addErrors(app)
  addLimit(app, { limit: limits.reads_per_client * rate_limit_scale, log, clock })
  addLog(app, log)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => (text === '' ? undefined : readJson(text)),
  )
  return app
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

/** A line for every answer; what was asked for stays out of it. */
function addLog(app: FastifyInstance, log: Logger): void {
  const write = answerLog(log)
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, url } = request
    const end = url.indexOf('?')
    write({
      requestId: id,
      method,
      path: end < 0 ? url : url.slice(0, end),
      route: routeOf(request).url,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    })
    done()
  })
}
