import type { Route, RouteId } from '@platemark/api/routes'
import type { FastifyRequest } from 'fastify'

/** Address of a page as the renderer and its reads receive it. */
export type PageAddress = {
  /** Path and query. */
  url: string
  params: Record<string, string>
  query: Record<string, string>
  /** Key of the page that every visitor of this address receives; undefined: not kept. */
  key: string | undefined
}

/** Query parameters that change what a page with a kept query shows. */
const shownParameters: Partial<Record<RouteId, readonly string[]>> = {
  launchpad: ['chain'],
  collections: [
    ...['page', 'chain', 'sort_by', 'time_interval', 'search', 'creator'],
    ...['status', 'free', 'kind'],
  ],
  collection: ['tab', 'page', 'cursor', 'owner', 'order', 'type', 'token'],
}

/** Query parameters of one visitor or of the one who sent the link. */
const personalParameters = ['ref', 'account']

/** Bounds the memory of a key. */
const MAX_KEPT_LENGTH = 1000

/**
 * Reads the address of a page. Parameters that change nothing, such as those of campaigns,
 * are left out where a page with a query is kept; with a referrer or a token, and on other
 * pages with any query, everything is passed on and nothing is kept.
 */
export function readPageAddress(
  request: FastifyRequest,
  row: (Route & { id: RouteId }) | undefined,
): PageAddress {
  // Safe: Fastify reads both as text, and a name that stands there twice as a list of texts.
  const params = request.params as Record<string, string>
  const asked = request.query as Record<string, string | string[]>
  const names = Object.keys(asked)
  const query = Object.fromEntries(names.map((name) => [name, String(asked[name])]))
  const whole = { url: request.url, params, query }
  const isAnonymous = request.headers.authorization === undefined
  const isPersonal = !isAnonymous || personalParameters.some((name) => name in query)
  if (isPersonal) return { ...whole, key: undefined }
  if (!row) return { ...whole, key: MISSING }
  const shown = shownParameters[row.id]
  if (names.length > 0 && !shown) return { ...whole, key: undefined }
  const kept = names.filter((name) => shown?.includes(name)).sort()
  const pairs = kept.map((name): [string, string] => [name, query[name] ?? ''])
  const search = new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
  const path = request.url.split('?', 1)[0] ?? ''
  const url = search === '' ? path : `${path}?${search}`
  const key = url.length <= MAX_KEPT_LENGTH ? url : undefined
  return { url, params, query: Object.fromEntries(pairs), key }
}

/** Key of the not-found page, which is the same at every path; no path begins so. */
const MISSING = '404'
