import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'
import { markForCaches } from './caching.ts'
import { compressor } from './compress.ts'
import { headersOf, sendWhole } from './headers.ts'
import { answerLog } from './log.ts'
import type { Logger } from './resources.ts'
import { routeOf } from './route-of.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyRequest {
    /** When it came, by `performance.now()`. */
    cameAt: number
  }
}

/**
 * Sends every answer from one place: marked for caches, compressed, with its headers and a line
 * in the log. A hook of Fastify for each of these would cost more than what they do.
 */
export function addSending(app: FastifyInstance, log: Logger): void {
  const compress = compressor()
  const tell = answerTeller(log)
  app.decorateRequest('cameAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.cameAt = performance.now()
    done()
  })
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { statusCode: status } = reply
    const answer: Answer = { status, headers: reply.getHeaders(), body: payload }
    const send = () => {
      tell(request, answer.status)
      if (sendWhole(request, reply, answer)) return
      handBack(request, reply, answer)
      done(null, answer.body)
    }
    markForCaches(request, answer)
    const compressed = compress(request, answer)
    if (compressed) compressed.then(send, done)
    else send()
  })
}

/** What Fastify itself sends: streams, failures, and answers without a body. */
function handBack(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  if (answer.status !== reply.statusCode) reply.code(answer.status)
  const headers = headersOf(request, answer.headers)
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) reply.removeHeader(name)
    else reply.header(name, value)
  }
}

/** Answers what writes the line of an answer; what was asked for stays out of it. */
export function answerTeller(
  log: Logger,
): (request: FastifyRequest, status: number) => void {
  const write = answerLog(log)
  return (request, status) => {
    const { id, method, url, cameAt } = request
    const end = url.indexOf('?')
    write({
      requestId: id,
      method,
      path: end < 0 ? url : url.slice(0, end),
      route: routeOf(request).url,
      status,
      milliseconds: Math.round(performance.now() - cameAt),
    })
  }
}
