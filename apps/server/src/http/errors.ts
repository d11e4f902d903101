import { STATUS_CODES } from 'node:http'
import type { BodyKind } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Converts every error to the API's one error shape. Errors other than `Problem` are
 * bugs: they are logged, as is a failing file store, and the caller receives only the request
 * id.
 */
export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, request.routeOptions.config?.endpoint?.body_kind)
    if (isOperators(problem, error)) request.log.error({ err: error }, 'request failed')
    return sendProblem(problem, request, reply)
  })
}

/**
 * Returns whether the operator has to know of a problem. A `not_ready` thrown by a service is
 * expected; one converted from a database error is not.
 */
function isOperators({ code }: Problem, error: unknown): boolean {
  if (code === 'internal' || code === 'storage_unavailable') return true
  return code === 'not_ready' && !(error instanceof Problem)
}

/** Sends a problem in the API's error shape. */
export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { code, message, fields, data, retryAfter } = problem
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  else if (problem.status === 503 && code !== 'read_only')
    reply.header('retry-after', '5')
  return reply.code(problem.status).send({
    error: { code, message, ...(fields && { fields }), request_id: request.id },
    ...(data !== undefined && { data }),
  })
}

/**
 * Returns the raw response to bytes that are no whole HTTP request; `headers` are those
 * of every other response.
 */
export function rawProblem(
  problem: Problem,
  headers: Record<string, string>,
  requestId: string,
): string {
  const body = JSON.stringify({
    error: { code: problem.code, message: problem.message, request_id: requestId },
  })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...lines,
    '',
    body,
  ].join('\r\n')
}

function problemOf(error: unknown, bodyKind?: BodyKind): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error)) {
    const sentence = 'The database is not responding. Try again shortly.'
    return new Problem('not_ready', sentence, { cause: error })
  }
  const status = statusOf(error)
  if (status === 413) {
    return new Problem('file_too_large', 'The request is too large.', { cause: error })
  }
  if (status === 415) {
    const type = bodyKind === 'binary' ? 'octet-stream' : 'json'
    return new Problem('unsupported_media', `Send this as application/${type}.`, {
      cause: error,
    })
  }
  if (status === 503) return new Problem('not_ready', undefined, { cause: error })
  if (status >= 400 && status < 500) {
    return new Problem('bad_request', undefined, { cause: error })
  }
  return new Problem('internal', undefined, { cause: error })
}

/**
 * Codes of an unreachable server, and of PostgreSQL shutting down, overloaded, timing
 * out, or in conflict with another transaction.
 */
const away =
  /^(ECONN\w+|EPIPE|ENOTFOUND|ETIMEDOUT|08\w{3}|53\w{3}|57P0[123]|57014|25P03|40001|40P01|55P03)$/

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return away.test(error.code)
  return /^(Connection terminated|timeout exceeded when trying to connect)/.test(
    error.message,
  )
}

/** Fastify and its plugins set the response status on the error. */
function statusOf(error: unknown): number {
  const isMarked = error instanceof Error && 'statusCode' in error
  return isMarked && typeof error.statusCode === 'number' ? error.statusCode : 500
}
