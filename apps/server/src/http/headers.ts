import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import { listWalletChains } from '../configuration/wallet-provider.ts'
import type { AppContext } from './app-context.ts'

/**
 * Sources that the policy lists: hashes of inline parts, origins to connect to, and hosts of
 * pictures and videos.
 */
export type PolicySources = {
  scripts: string[]
  styles: string[]
  origins: string[]
  files: string[]
}

/**
 * Returns the Content-Security-Policy of pages: no foreign host except for chain reads and stored files,
 * no text as script, no framing.
 */
export function contentSecurityPolicy({
  scripts,
  styles,
  origins,
  files,
}: PolicySources): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...files].join(' '),
    ["media-src 'self' blob:", ...files].join(' '),
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

/**
 * Policy of uploaded and generated files, which stay harmless when opened as a page. A video is
 * such a page, which loads itself.
 */
export const filePolicy =
  "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

const CSP = 'content-security-policy'

/**
 * Headers of responses other than pages, which load nothing even if a browser displays
 * them.
 */
export const dataHeaders = {
  [CSP]:
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Returns the additional headers of pages: for scripts, links and windows. */
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
 * Sets the headers of data and pages, unless a route set its own. `@fastify/helmet` does
 * not fit: it has no Permissions-Policy, and responses without hooks (malformed URL or
 * HTTP) need the same headers from a table.
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
 * Returns the origins that browsers read from: RPC endpoints, and the copies of list
 * files.
 */
export function connectOrigins({
  chains,
  configuration,
}: Pick<AppContext, 'chains' | 'configuration'>): string[] {
  const foreign = chains.filter(({ isDemo }) => !isDemo)
  const urls = foreign.flatMap(({ publicRpcUrls }) => publicRpcUrls)
  if (configuration.lists_url) urls.push(configuration.lists_url)
  const { wallet_provider } = configuration
  if (listWalletChains(wallet_provider, chains).length > 0) urls.push(wallet_provider.url)
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

/** Returns the origins of stored files besides the one of the pages. */
export function fileOrigins({ files_url }: Pick<Configuration, 'files_url'>): string[] {
  return files_url === null ? [] : [files_url]
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
