import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import { Problem } from '@platemark/api/problem'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { AppContext, Logger } from './app-context.ts'
import { addCompression } from './compression.ts'
import { connectionTimeouts, endConnection, guardConnections } from './connections.ts'
import { addCors } from './cors.ts'
import { addDataVersion } from './data-version.ts'
import { addErrors, rawProblem, sendProblem } from './errors.ts'
import { addHeaders, dataHeaders } from './headers.ts'
import { writeAccessLog } from './log.ts'
import { addOverload } from './overload.ts'
import { readJson } from './parse.ts'
import { createRequestLimit, warnUntrustedProxy } from './rate-limits.ts'
import { addCaching } from './response-cache.ts'

/**
 * Creates the HTTP server without routes: headers, caching, compression, errors, limits
 * and access log of every response.
 */
export async function createHttpServer(
  { configuration, log }: Pick<AppContext, 'configuration' | 'log'>,
  policy: string,
): Promise<FastifyInstance> {
  const { limits, rate_limit_scale, trusted_proxies, allowed_origins } = configuration
  const timeouts = connectionTimeouts(limits)
  const refusal = (sentence?: string) =>
    rawProblem(new Problem('bad_request', sentence), dataHeaders, randomUUID())
  const app: FastifyInstance = Fastify({
    // With its own logger, Fastify would also log where it listens.
    childLoggerFactory: (_logger, bindings) => log.child(bindings),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted_proxies.length > 0 ? trusted_proxies : false,
    bodyLimit: limits.json_bytes,
    requestTimeout: timeouts.requestTimeout,
    keepAliveTimeout: timeouts.keepAliveTimeout,
    http: timeouts,
    // A name of 255 characters, percent-encoded, is a parameter of a path.
    routerOptions: { maxParamLength: 3072 },
    clientErrorHandler({ code }, socket) {
      const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT'
      const text = refusal(isSlow ? tooSlow : undefined)
      endConnection(socket, text, { isReset: isSlow })
    },
    frameworkErrors: (error, request, reply) => {
      const own = { 'cache-control': 'no-store', 'x-request-id': request.id }
      reply.headers({ ...dataHeaders, ...own })
      const problem = new Problem('bad_request', undefined, { cause: error })
      return sendProblem(problem, request, reply)
    },
  })
  guardConnections(app.server, limits, () => refusal(tooSlow))
  app.addHook('onResponse', (request, reply, done) => {
    writeAccessLog(request, reply)
    done()
  })
  addHeaders(app, policy)
  // First, as a route takes the error handler that is there when it is made.
  addErrors(app)
  await addCors(app, allowed_origins)
  await addLimit(app, { limit: limits.reads_per_client * rate_limit_scale, log })
  addDataVersion(app)
  addOverload(app, limits)
  addCaching(app)
  addCompression(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => (text === '' ? undefined : readJson(text)),
  )
  return app
}

const tooSlow = 'The request arrived too slowly. Send it again.'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyInstance {
    /** Counts a request of a client. Rejects with `too_many_requests` beyond the limit. */
    countRequest(request: FastifyRequest): Promise<void>
  }
}

/** Counts every call under `/api/` per client; pages count themselves by `countRequest`. */
async function addLimit(
  app: FastifyInstance,
  { limit, log }: { limit: number; log: Logger },
): Promise<void> {
  await app.register(rateLimit, { global: false })
  const count = createRequestLimit(app, limit)
  app.decorate('countRequest', count)
  const watchProxy = warnUntrustedProxy(log)
  app.addHook('onRequest', async (request) => {
    watchProxy(request)
    if (request.url.startsWith('/api/')) await count(request)
  })
}
