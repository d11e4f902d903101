import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Resources } from './resources.ts'
import { routeOf } from './route-of.ts'

/** What the policy must allow by name: hashes of inline parts, origins the page reads from. */
export type Allowed = { scripts: string[]; styles: string[]; origins: string[] }

/**
 * The Content-Security-Policy of every answer. Nothing is loaded from a foreign host but
 * chain reads, no text ever becomes script, and the page cannot be framed.
 */
export function contentSecurityPolicy({ scripts, styles, origins }: Allowed): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...origins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Uploaded and generated files: harmless even when opened as a page of their own. */
export const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The headers that every answer carries, whatever its status. */
export function securityHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions,
    // The pop-up of a cross-app wallet needs its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/**
 * Puts the header table on every answer. Pages of the `allowedOrigins` may make every call;
 * all others only read what is anybody's.
 */
export function addHeaders(
  app: FastifyInstance,
  { policy, allowedOrigins }: { policy: string; allowedOrigins: string[] },
): void {
  const always = securityHeaders(policy)
  const toAnybody = {
    ...always,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (isForeign(request)) {
      reply.headers(toAnybody)
      if (isPreflight(request)) {
        return reply
          .headers(isChainCall(request) ? callable : readable)
          .code(204)
          .send()
      }
      reply.header('access-control-expose-headers', exposed)
      return done()
    }
    reply.headers(always)
    if (!request.url.startsWith('/api/')) return done()
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowedOrigins.includes(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (isPreflight(request)) return reply.headers(allowed).code(204).send()
    done()
  })
}

/**
 * The origins that the browser itself reads from: the networks' RPC addresses, and where copies
 * of the list files lie.
 */
export function readOrigins({
  chains,
  configuration,
}: Pick<Resources, 'chains' | 'configuration'>): string[] {
  const foreign = chains.filter(({ isDemo }) => !isDemo)
  const urls = foreign.flatMap(({ publicRpcUrls }) => publicRpcUrls)
  if (configuration.lists_url) urls.push(configuration.lists_url)
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

const permissions = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)')
  .join(', ')

/** What anyone may embed or read: the mint component works on other people's pages. */
function isForeign(request: FastifyRequest): boolean {
  const { url, headers } = request
  const asksToken = /\bauthorization\b/i.test(
    headers['access-control-request-headers'] ?? '',
  )
  if (headers.authorization !== undefined || asksToken) return false
  if (isChainCall(request)) return true
  if (!isRead(request)) return false
  const { config } = routeOf(request)
  const endpoint = config.endpoint ?? config.reads
  if (endpoint) return endpoint.access !== 'signed-in'
  return /^\/(files|plates|lists|metadata|og|widget)\/|^\/api\/openapi\.json/.test(url)
}

/** JSON-RPC to an embedded chain, which answers anybody. */
function isChainCall({ url }: FastifyRequest): boolean {
  return url.startsWith('/rpc/')
}

/** A read, or the question of a browser whether a page may make one. */
function isRead(request: FastifyRequest): boolean {
  const { method, headers } = request
  const asked = isPreflight(request) ? headers['access-control-request-method'] : method
  return asked === 'GET' || asked === 'HEAD'
}

/** A browser asks so before a call that a plain page could not make. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers
}

const allowed = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
}

const readable = {
  ...allowed,
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'content-type, if-none-match, last-event-id',
}

const callable = { ...readable, 'access-control-allow-methods': 'POST' }

/** What scripts of other sites may read of an answer beside its body. */
const exposed = 'etag, retry-after, x-request-id'
