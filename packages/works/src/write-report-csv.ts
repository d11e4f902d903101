import { writeCsv } from '@platemark/rules/write-csv'
import { problemTitles } from './messages.ts'
import type { WorkProblem } from './work-types.ts'

const COLUMNS = ['file', 'line', 'token', 'field', 'problem', 'text']

/** Returns the problems as CSV, one a row. */
export function writeReportCsv(problems: readonly WorkProblem[]): string {
  const rows = problems.map(({ file, line, token_id, field, code, sentence }) => [
    file,
    line ?? '',
    token_id ?? '',
    field ?? '',
    problemTitles[code],
    sentence,
  ])
  return writeCsv([COLUMNS, ...rows])
}
