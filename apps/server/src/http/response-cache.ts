import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DataVersion } from './data-version.ts'
import { createKeptValues } from './kept-values.ts'
import { lruSet } from './lru-set.ts'

/**
 * Sets `cache-control` and ETags and sends 304 for matching ones; failures, writes and
 * responses to a token are never stored. `@fastify/etag` would tag all of those too, and
 * supports neither `*` nor lists of tags.
 */
export function addCaching(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const canKeep = setCacheControl(request, reply)
    if (canKeep && isWhole(payload) && !reply.hasHeader('etag')) {
      reply.header('etag', tagContent(payload))
    }
    const etag = reply.getHeader('etag')
    const isOver = canKeep && etag !== undefined && matchesEtag(request, String(etag))
    if (!isOver) return done(null, payload)
    if (payload instanceof Readable) payload.destroy()
    reply.code(304).removeHeader('content-length')
    // Same header as on the full response.
    vary(reply, 'accept-encoding')
    // A stream, because Fastify sets the content-length of any other payload on HEAD.
    done(null, request.method === 'HEAD' ? Readable.from([]) : null)
  })
}

/** Sets `cache-control`; returns whether the client may store the response, if only to revalidate. */
function setCacheControl(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isCacheable(request)) {
    reply.header('cache-control', 'no-store')
    return false
  }
  const isGood = reply.statusCode === 200
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', isGood ? defaultCacheControl(request) : 'no-store')
  }
  if (!isGood || reply.getHeader('cache-control') === 'no-store') return false
  if (request.routeOptions.config.endpoint?.access === 'optional') {
    vary(reply, 'authorization')
  }
  return true
}

function isWhole(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}

/** Adds a request header to `vary`. */
export function vary(reply: FastifyReply, header: string): void {
  const others = reply.getHeader('vary')
  if (others === undefined) reply.header('vary', header)
  else if (!String(others).split(', ').includes(header)) {
    reply.header('vary', `${others}, ${header}`)
  }
}

/** Serialized response body and its ETag. */
export type SerializedResponse = { etag: string; text: string }

/** Cache of serialized responses. */
export type ResponseCache = {
  /** Finds the fresh response of exactly this URL. */
  find(url: string): SerializedResponse | undefined
  /**
   * Returns the fresh response of a key, or makes one, and remembers the URL for `find`.
   * Concurrent calls share one response; failures are not cached.
   */
  get(url: string, key: string, make: () => Promise<string>): Promise<SerializedResponse>
}

/**
 * Creates a cache of up to `most` responses, and as many URLs, for `seconds` or until the
 * data change.
 */
export function createResponseCache({
  most,
  seconds,
  clock,
  version,
}: {
  most: number
  seconds: number
  clock: () => Date
  version?: Pick<DataVersion, 'current'> | undefined
}): ResponseCache {
  const responses = createKeptValues<SerializedResponse>({
    ...{ most, clock, version },
    ms: seconds * 1000,
  })
  const keys = new Map<string, string>()
  return {
    find: (url) => {
      const key = keys.get(url)
      return key === undefined ? undefined : responses.find(key)
    },
    get: (url, key, make) => {
      if (url.length <= MAX_URL_LENGTH) lruSet(keys, url, key, most)
      return responses.get(key, async () => {
        const text = await make()
        return { etag: tagContent(text), text }
      })
    },
  }
}

/** Bounds the memory of cached URLs. */
const MAX_URL_LENGTH = 1000

/** Returns the default header: most reads are revalidated each time. */
function defaultCacheControl(request: FastifyRequest): string {
  const { endpoint } = request.routeOptions.config
  if (endpoint?.is_uncached) return 'no-store'
  const seconds = endpoint?.cache_seconds
  if (seconds === undefined) return 'no-cache'
  return `public, max-age=${seconds}, stale-while-revalidate=${seconds * 5}`
}

/** Returns whether the response is the same for every caller. */
function isCacheable(request: FastifyRequest): boolean {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.authorization !== undefined) return false
  return request.routeOptions.config.endpoint?.access !== 'signed-in'
}

/** Returns the tag of a content: equal in every process, and of equal content only. */
export function tagContent(payload: string | Uint8Array): string {
  // Weak, because the same response is sent compressed and uncompressed.
  return `W/"${hash('sha256', payload, 'base64url').slice(0, 27)}"`
}

/** Returns whether the client has the response with this ETag already (RFC 9110, 13.1.2). */
export function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.trim()
  if (known === undefined) return false
  if (known === '*') return true
  const tag = etag.replace(/^W\//, '')
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
