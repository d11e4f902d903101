import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, AnswerHeaders } from './answer.ts'
import type { Resources } from './resources.ts'
import { routeOf } from './route-of.ts'

/** What the policy must allow by name: hashes of inline parts, origins the page reads from. */
export type Allowed = { scripts: string[]; styles: string[]; origins: string[] }

/**
 * The Content-Security-Policy of every page. Nothing is loaded from a foreign host but
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

/** What every answer carries, whatever its status. */
const everywhere = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** What is no page loads nothing, even where a browser shows it as one. */
export const dataHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...everywhere,
}

/** What a page carries: besides, all that governs scripts, links and windows. */
function pageHeaders(policy: string) {
  return {
    'content-security-policy': policy,
    ...everywhere,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions,
    // The pop-up of a cross-app wallet needs its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyRequest {
    /** What its answer carries, whatever that says. */
    table: HeaderTable | null
  }
}

/** What an answer carries that is a page, and any other. */
type HeaderTable = { page: HeaderRows; data: HeaderRows }

type HeaderRows = {
  headers: Record<string, string>
  names: Set<string>
  /** Names and values in turn. */
  list: string[]
}

/**
 * Gives every request the header table of its answer. Pages of the `allowedOrigins` may make
 * every call; all others only read what is anybody's.
 */
export function addHeaders(
  app: FastifyInstance,
  { policy, allowedOrigins }: { policy: string; allowedOrigins: string[] },
): void {
  const tables = headerTables(policy, allowedOrigins)
  app.decorateRequest('table', null)

  app.addHook('onRequest', (request, reply, done) => {
    if (isForeign(request)) {
      request.table = tables.anybody
      if (!isPreflight(request)) return done()
      return reply
        .headers(isChainCall(request) ? callable : readable)
        .code(204)
        .send()
    }
    request.table = tables.own
    if (!request.url.startsWith('/api/')) return done()
    reply.header('vary', 'origin')
    const allowing = tables.allowing.get(request.headers.origin ?? '')
    if (!allowing) return done()
    request.table = allowing
    if (isPreflight(request)) return reply.headers(allowed).code(204).send()
    done()
  })
  // The last resort of Fastify itself asks no hook what to send.
  app.addHook('onError', (request, reply, _error, done) => {
    reply.headers(headersOf(request, reply.getHeaders()))
    done()
  })
}

/** All that an answer carries: the table, and what was said for this one. */
export function headersOf(
  { id, table }: FastifyRequest,
  own: AnswerHeaders,
): AnswerHeaders {
  return { 'x-request-id': id, ...(table && rowsFor(table, own).headers), ...own }
}

function rowsFor(table: HeaderTable, own: AnswerHeaders): HeaderRows {
  const isPage = String(own['content-type']).startsWith('text/html')
  return isPage ? table.page : table.data
}

/**
 * Sends an answer that is there in one piece, as nearly all are, and says whether it was one:
 * Fastify would look at each line of the table several times, for more than all else costs.
 */
export function sendWhole(
  { id, method, table }: FastifyRequest,
  { raw }: FastifyReply,
  { status, headers: own, body }: Answer,
): boolean {
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body)
  if (!isWhole || !table || status !== 200 || method === 'HEAD') return false
  const { names, list } = rowsFor(table, own)
  const head: OutgoingHttpHeader[] = list.slice()
  for (const name in own) {
    if (names.has(name)) return false
    const value = own[name]
    if (value !== undefined && name !== 'content-length') head.push(name, value)
  }
  // To count them takes longer than all else where the answer is long.
  const bytes = own['content-length'] ?? Buffer.byteLength(body)
  head.push('x-request-id', id, 'content-length', bytes)
  raw.writeHead(200, head)
  // Text of as many bytes as letters is the same in both, and this one is only copied.
  raw.end(body, bytes === body.length ? 'latin1' : 'utf8')
  return true
}

function headerTables(policy: string, allowedOrigins: string[]) {
  const rows = (headers: Record<string, string>): HeaderRows => ({
    headers,
    names: new Set(Object.keys(headers)),
    list: Object.entries(headers).flat(),
  })
  const table = (also: Record<string, string>): HeaderTable => ({
    page: rows({ ...pageHeaders(policy), ...also }),
    data: rows({ ...dataHeaders, ...also }),
  })
  const readableBy = (origin: string) =>
    table({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      'cross-origin-resource-policy': 'cross-origin',
    })
  return {
    own: table({}),
    anybody: readableBy('*'),
    allowing: new Map(allowedOrigins.map((origin) => [origin, readableBy(origin)])),
  }
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
  if (headers.authorization !== undefined || asksForToken(request)) return false
  if (isChainCall(request)) return true
  if (!isRead(request)) return false
  const { config } = routeOf(request)
  const endpoint = config.endpoint ?? config.reads
  if (endpoint) return endpoint.access !== 'signed-in'
  return /^\/(files|plates|lists|metadata|og|widget)\/|^\/api\/openapi\.json/.test(url)
}

function asksForToken({ headers }: FastifyRequest): boolean {
  const asked = headers['access-control-request-headers']
  return asked !== undefined && /\bauthorization\b/i.test(asked)
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
