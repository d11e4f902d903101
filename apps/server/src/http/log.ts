import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { BaseError } from 'viem'
import type { Logger } from './app-context.ts'

/**
 * Creates a logger of JSON lines on standard output or in the file `place`. Redacts
 * tokens, signatures and e-mail addresses.
 */
export function createLog(level: string, place: string | number = STDOUT): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['authorization', 'signature', 'email', '*.authorization', '*.signature'],
      censor: '[removed]',
    },
    serializers: { err: serializeError, error: serializeError },
  }
  // Synchronous, because a worker would lose its last lines when the process ends.
  return pino(options, pino.destination({ dest: place, sync: true }))
}

const STDOUT = 1

/** Writes the access log line of a response, without the query. */
export function writeAccessLog(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, routeOptions, log } = request
  log.info(
    {
      method,
      path: url.split('?', 1)[0],
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'request completed',
  )
}

/**
 * Serializes an error. Errors of chain calls contain the whole request with signatures,
 * so only their short message is logged.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const message = error instanceof BaseError ? error.shortMessage : error.message
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: stack?.slice(0, 12).join('\n'),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) }),
  }
}
