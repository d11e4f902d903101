import { type DestinationStream, pino } from 'pino'
import { BaseError } from 'viem'
import type { Logger } from './resources.ts'

/**
 * JSON lines on standard output, or in the file `place`. Tokens, signatures and e-mail never
 * get into them. Lines are written several at once, a tenth of a second late at most.
 */
export function createLog(level: string, place: string | number = STDOUT): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['authorization', 'signature', 'email', '*.authorization', '*.signature'],
      censor: '[removed]',
    },
    serializers: { err: describe, error: describe },
  }
  return pino(options, gather(pino.destination({ dest: place, sync: true })))
}

/** What the log says of an answer: nothing in it is ever secret. */
type Answer = {
  requestId: string
  method: string
  path: string
  /** Undefined where no route was found. */
  route: string | undefined
  status: number
  milliseconds: number
}

/**
 * Answers a function that writes a line for an answer, as `log.info` would: there is one for
 * every request, and to look for secrets in it costs more than all the rest.
 */
export function answerLog(log: Logger): (answer: Answer) => void {
  // Safe: every log of pino holds its destination under this symbol.
  const { [pino.symbols.streamSym]: lines } = log as unknown as {
    [pino.symbols.streamSym]: DestinationStream
  }
  return ({ requestId, method, path, route, status, milliseconds }) => {
    if (!log.isLevelEnabled('info')) return
    const asked = `"reqId":"${requestId}","method":"${method}","path":${JSON.stringify(path)}`
    const found = route === undefined ? '' : `,"route":"${route}"`
    lines.write(
      `{"level":30,"time":${Date.now()},${asked}${found},"status":${status},"ms":${milliseconds},"msg":"answered"}\n`,
    )
  }
}

const STDOUT = 1
const MOST_WAITING = 12_000
const LONGEST_WAIT_MS = 100

/**
 * Writes many lines at once, and those at once: what another thread were still to write at the
 * end of the process would be lost, and costs more for each line than to write it.
 */
function gather(destination: DestinationStream): DestinationStream {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let isHeard = false
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting !== '') destination.write(waiting)
    waiting = ''
  }
  return {
    write(line) {
      if (!isHeard) process.on('exit', send)
      isHeard = true
      timer ??= setTimeout(send, LONGEST_WAIT_MS).unref()
      waiting += line
      if (waiting.length >= MOST_WAITING) send()
    },
  }
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
