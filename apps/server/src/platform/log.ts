import { pino } from 'pino'
import { BaseError } from 'viem'
import type { Logger } from './resources.ts'

/**
 * JSON lines on standard output, or in the file `place`. Tokens, signatures and e-mail never
 * get into them. Lines are written several at once, a tenth of a second late at most.
 */
export function createLog(level: string, place: string | number = STDOUT): Logger {
  const lines = { dest: place, sync: false, minLength: 12_000, periodicFlush: 100 }
  const options = {
    level,
    base: null,
    redact: {
      paths: ['authorization', 'signature', 'email', '*.authorization', '*.signature'],
      censor: '[removed]',
    },
    serializers: { err: describe, error: describe },
  }
  return pino(options, pino.destination(lines))
}

const STDOUT = 1

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
