import { pino } from 'pino'
import { BaseError } from 'viem'
import type { Logger } from './resources.ts'

/** JSON lines on standard output. Tokens, signatures and e-mail never get into them. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: {
      paths: ['authorization', 'signature', 'email', '*.authorization', '*.signature'],
      censor: '[removed]',
    },
    serializers: { err: describe, error: describe },
  })
}

/** Errors of chain calls carry their whole request, signatures included: only say what failed. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const message = error instanceof BaseError ? error.shortMessage : error.message
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: stack?.slice(0, 12).join('\n'),
    ...(error.cause instanceof Error && { cause: describe(error.cause) }),
  }
}
