import type { CommandContext } from '../command-error.ts'

/** Prints what a command does, as sentences or, with `--json`, as one object on each line. */
export type Output = {
  isJson: boolean
  /** Prints a sentence. */
  note(sentence: string): void
  /** Prints how far a step is: at every quarter of it, as JSON at every tenth. */
  progress(step: string, done: number, total: number, unit?: 'bytes'): void
  /** Prints the result: `lines` as text, `data` as JSON. */
  result(data: object, lines: readonly string[]): void
  /** Prints why a command failed. */
  failure(sentences: readonly string[], code: string | null): void
}

/** Creates the output of one command. */
export function createOutput(
  { print, printError }: CommandContext,
  isJson: boolean,
): Output {
  let shown = ''
  const printJson = (value: object) => print(JSON.stringify(value, stringifyBigint))
  return {
    isJson,
    note(sentence) {
      if (isJson) printJson({ event: 'note', sentence: plain(sentence) })
      else print(plain(sentence))
    },
    progress(step, done, total, unit) {
      const parts = isJson ? 10 : 4
      const part = `${step} ${total} ${Math.floor((done * parts) / Math.max(total, 1))}`
      if (part === shown || total === 0) return
      shown = part
      if (isJson) return printJson({ event: 'progress', step, done, total })
      const [now, all] =
        unit === 'bytes'
          ? [formatMegabytes(done), `${formatMegabytes(total)} MB`]
          : [done.toLocaleString('en'), total.toLocaleString('en')]
      print(`${step}: ${now} of ${all}`)
    },
    result(data, lines) {
      if (isJson) printJson({ event: 'result', ...data })
      else for (const line of lines) print(plain(line))
    },
    failure(sentences, code) {
      if (isJson) printJson({ event: 'failure', code, sentences: sentences.map(plain) })
      else for (const sentence of sentences) printError(plain(sentence))
    },
  }
}

/** Terminals and scripts expect ordinary spaces. */
function plain(sentence: string): string {
  return sentence.replaceAll('\u00a0', ' ')
}

/** Returns bytes in megabytes with one digit. */
export function formatMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

function stringifyBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
