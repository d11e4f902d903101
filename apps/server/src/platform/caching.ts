import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Says of every answer how long it may be kept, and answers 304 to whoever has it already.
 * Nobody keeps a failure, the answer to a write, or what somebody with a token was told.
 */
export function addCaching(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isKept = isCacheable(request) && reply.statusCode === 200
    if (!isCacheable(request)) reply.header('cache-control', 'no-store')
    else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', isKept ? keptFor(request) : 'no-store')
    }
    if (!isKept || reply.getHeader('cache-control') === 'no-store') return payload
    if (request.routeOptions.config.endpoint?.access === 'optional') {
      varyBy(reply, 'authorization')
    }
    if (!reply.hasHeader('etag')) {
      if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
      reply.header('etag', etagOf(payload))
    }
    if (!isKnown(request, reply)) return payload
    reply.code(304)
    reply.removeHeader('content-length')
    // A stream, because Fastify tells a HEAD request the length of anything else.
    return request.method === 'HEAD' ? Readable.from([]) : null
  })
}

/** A reply as it is sent: its JSON, and the tag of it. */
type KeptAnswer = { etag: string; text: string }

/**
 * Keeps up to `most` answers by their key for `seconds`. Calls for the same answer while it
 * is being made wait for that one; a failure is not kept.
 */
export function keepAnswers({
  most,
  seconds,
  clock,
}: {
  most: number
  seconds: number
  clock: () => Date
}): (key: string, make: () => Promise<string>) => Promise<KeptAnswer> {
  const kept = new Map<string, { until: number; answer: Promise<KeptAnswer> }>()
  return (key, make) => {
    const now = clock().getTime()
    const found = kept.get(key)
    const left = found ? found.until - now : 0
    // Also not for longer: the clock of the machine may have been set back.
    if (found && left > 0 && left <= seconds * 1000) return found.answer
    const answer = make().then((text) => ({ etag: etagOf(text), text }))
    kept.delete(key)
    kept.set(key, { until: now + seconds * 1000, answer })
    answer.catch(() => {
      if (kept.get(key)?.answer === answer) kept.delete(key)
    })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}

/** Tells caches that the answer depends on a header of the request. */
export function varyBy(reply: FastifyReply, header: string): void {
  const others = reply.getHeader('vary')
  if (others === undefined) reply.header('vary', header)
  else if (!String(others).split(', ').includes(header)) {
    reply.header('vary', `${others}, ${header}`)
  }
}

/** Most reads are asked for each time whether they changed. */
function keptFor({ routeOptions }: FastifyRequest): string {
  const seconds = routeOptions.config.endpoint?.cache_seconds
  if (seconds === undefined) return 'no-cache'
  return `public, max-age=${seconds}, stale-while-revalidate=${seconds * 5}`
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
  const known = request.headers['if-none-match']?.trim()
  if (known === undefined) return false
  if (known === '*') return true
  const etag = String(reply.getHeader('etag')).replace(/^W\//, '')
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
