import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'

/** What the policy must allow by name: hashes of inline parts, origins the page reads from. */
export type PolicySources = { scripts: string[]; styles: string[]; origins: string[] }

/**
 * The Content-Security-Policy of every page. Nothing is loaded from a foreign host but
 * chain reads, no text ever becomes script, and the page cannot be framed.
 */
export function contentSecurityPolicy({
  scripts,
  styles,
  origins,
}: PolicySources): string {
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

const CSP = 'content-security-policy'

/** What is no page loads nothing, even where a browser shows it as one. */
export const dataHeaders = {
  [CSP]:
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** What a page carries besides: all that governs scripts, links and windows. */
function pageHeaders(policy: string) {
  return {
    [CSP]: policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions,
    // The pop-up of a cross-app wallet needs its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

/**
 * Gives every answer the headers of data, and pages theirs. What a route sets itself stays.
 * `@fastify/helmet` does not fit: it has no Permissions-Policy, and answers that no hook sees (a
 * malformed address, bytes that are no HTTP) need the same headers from a table of our own.
 */
export function addHeaders(app: FastifyInstance, policy: string): void {
  const page = pageHeaders(policy)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...dataHeaders, 'x-request-id': request.id })
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      const own = reply.getHeader(CSP)
      reply.headers({ ...page, ...(own !== dataHeaders[CSP] && { [CSP]: own }) })
    }
    done()
  })
}

/**
 * The origins that the browser itself reads from: the networks' RPC addresses, and where copies
 * of the list files lie.
 */
export function connectOrigins({
  chains,
  configuration,
}: Pick<AppContext, 'chains' | 'configuration'>): string[] {
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
