import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Resources } from './resources.ts'

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
 * Puts the header table on every answer, and an ETag on every public read. Pages of the
 * `allowedOrigins` may make every call; all others only read what is anybody's.
 */
export function addHeaders(
  app: FastifyInstance,
  { policy, allowedOrigins }: { policy: string; allowedOrigins: string[] },
): void {
  const always = securityHeaders(policy)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always)
    reply.header('x-request-id', request.id)
    if (isForeign(request)) {
      reply.header('access-control-allow-origin', '*')
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return
    }
    if (!request.url.startsWith('/api/')) return
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowedOrigins.includes(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (isPreflight(request)) return reply.headers(allowed).code(204).send()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = isCacheable(request) && reply.statusCode === 200
    if (!isCacheable(request)) reply.header('cache-control', 'no-store')
    else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', isRead ? keptFor(request) : 'no-store')
    }
    if (!isRead || reply.getHeader('cache-control') === 'no-store') return payload
    if (!reply.hasHeader('etag')) {
      if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
      reply.header('etag', etagOf(payload))
    }
    if (!isKnown(request, reply)) return payload
    reply.code(304)
    reply.removeHeader('content-length')
    // Empty and not null: Fastify measures what it would send to a HEAD request.
    return request.method === 'HEAD' ? '' : null
  })
}

/** The origins of the networks' RPC addresses that the browser itself reads from. */
export function chainOrigins({ chains }: Pick<Resources, 'chains'>): string[] {
  const foreign = chains.filter(({ isDemo }) => !isDemo)
  const urls = foreign.flatMap(({ publicRpcUrls }) => publicRpcUrls)
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

/** Reads that anyone may embed: the mint component works on other people's pages. */
function isForeign({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.authorization !== undefined) return false
  const endpoint = routeOptions.config.endpoint
  if (endpoint) return endpoint.access !== 'signed-in'
  return /^\/(files|plates|lists|metadata)\/|^\/api\/openapi\.json/.test(url)
}

/** A browser asks so before a call that a plain page could not make. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers
}

const allowed = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
}

/** Most reads are asked for each time whether they changed. */
function keptFor({ routeOptions }: FastifyRequest): string {
  const seconds = routeOptions.config.endpoint?.cache_seconds
  return seconds === undefined ? 'no-cache' : `public, max-age=${seconds}`
}

/** No cache keeps what one person was told. */
function isCacheable({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.authorization !== undefined) return false
  return routeOptions.config.endpoint?.access !== 'signed-in'
}

function etagOf(payload: string | Uint8Array): string {
  // Weak, because the same answer is sent compressed and not.
  return `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
}

function isKnown(request: FastifyRequest, reply: FastifyReply): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const etag = String(reply.getHeader('etag')).replace(/^W\//, '')
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
