import { finishSlices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { splitCsv } from './csv-cells.ts'
import { createProblem } from './problem.ts'
import { writeReportCsv } from './write-report-csv.ts'

test('a report is read back', () => {
  const place = { file: 'moons, "new".csv', line: 7 }
  const problem = createProblem('duplicate', place, 'The same picture as #1', {
    token_id: '6',
  })
  const { rows } = finishSlices(splitCsv(writeReportCsv([problem])))
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['file', 'line', 'token', 'field', 'problem', 'text'],
    ['moons, "new".csv', '7', '6', '', 'Duplicate', 'The same picture as #1'],
  ])
})
