import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Allows all calls from `allowedOrigins`, and public reads from any origin. */
export async function addCors(
  app: FastifyInstance,
  allowedOrigins: string[],
): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) => done(null, optionsFor(request, allowedOrigins)),
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.hasHeader('access-control-allow-origin')) {
      reply.header('cross-origin-resource-policy', 'cross-origin')
    }
    // The plugin sets it on every response; most do not depend on the origin.
    if (isPublic(request) || !isCall(request)) reply.removeHeader('vary')
    done()
  })
}

function optionsFor(
  request: FastifyRequest,
  allowedOrigins: string[],
): FastifyCorsOptions {
  const options = {
    exposedHeaders: 'etag, retry-after, x-request-id',
    maxAge: 600,
    preflight: isPreflight(request),
    strictPreflight: false,
  }
  if (isPublic(request)) {
    return {
      ...options,
      origin: '*',
      methods: isOpenPost(request) ? 'POST' : 'GET',
      allowedHeaders: 'content-type, if-none-match, last-event-id',
    }
  }
  const { origin = '' } = request.headers
  return {
    ...options,
    origin: isCall(request) && allowedOrigins.includes(origin) ? origin : false,
    methods: 'GET, POST, PUT, DELETE',
    allowedHeaders: 'authorization, content-type, idempotency-key',
  }
}

function isCall({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/')
}

/** Returns whether any origin may read the response: the mint component runs on other sites. */
function isPublic(request: FastifyRequest): boolean {
  const { url, headers } = request
  if (headers.authorization !== undefined || asksForToken(request)) return false
  if (isOpenPost(request)) return true
  if (!isRead(request)) return false
  const { config } = request.routeOptions
  const endpoint = config.endpoint ?? config.reads
  if (endpoint) return endpoint.access !== 'signed-in'
  return /^\/(files|plates|marks|lists|metadata|og|widget)\/|^\/api\/(openapi\.json|ens\/)/.test(
    url,
  )
}

function asksForToken({ headers }: FastifyRequest): boolean {
  const asked = headers['access-control-request-headers']
  return asked !== undefined && /\bauthorization\b/i.test(asked)
}

/** Returns whether this is JSON-RPC to an embedded chain or ERC-3668: both serve any origin. */
function isOpenPost({ url }: FastifyRequest): boolean {
  return url.startsWith('/rpc/') || /^\/api\/ens(\?|$)/.test(url)
}

/** Returns whether this is a read or the preflight of one. */
function isRead(request: FastifyRequest): boolean {
  const { method, headers } = request
  const asked = isPreflight(request) ? headers['access-control-request-method'] : method
  return asked === 'GET' || asked === 'HEAD'
}

/** Returns whether this is a CORS preflight. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers
}
