import Papa from 'papaparse'
import { problemTitles } from './messages.ts'
import type { WorkProblem } from './work-types.ts'

const COLUMNS = ['file', 'line', 'token', 'field', 'problem', 'text']

/**
 * Returns the problems as CSV for a spreadsheet: every cell quoted, and an apostrophe before
 * cells that one would take for a formula.
 */
export function writeReportCsv(problems: readonly WorkProblem[]): string {
  const rows = problems.map(({ file, line, token_id, field, code, sentence }) => [
    file,
    line ?? '',
    token_id ?? '',
    field ?? '',
    problemTitles[code],
    sentence,
  ])
  const options = { quotes: true, escapeFormulae: true }
  return `${Papa.unparse([COLUMNS, ...rows], options)}\r\n`
}
