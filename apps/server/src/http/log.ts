import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { BaseError } from 'viem'
import type { Logger } from './app-context.ts'

/**
 * JSON lines on standard output, or in the file `place`. Tokens, signatures and e-mail never
 * get into them.
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
  // In this thread and at once: what a worker had still to write at the end would be lost.
  return pino(options, pino.destination({ dest: place, sync: true }))
}

const STDOUT = 1

/** Writes the line of an answer; what was asked for stays out of it. */
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
    'answered',
  )
}

/** Errors of chain calls carry their whole request, signatures included: only say what failed. */
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
