import { pino } from 'pino'
import type { Logger } from '../src/http/app-context.ts'

/** Log whose lines a test reads. */
export type TestLog = { log: Logger; lines: Record<string, unknown>[] }

export function testLog(): TestLog {
  const lines: TestLog['lines'] = []
  const log = pino(
    { level: 'info', base: null },
    { write: (line) => lines.push(JSON.parse(line)) },
  )
  return { log, lines }
}
