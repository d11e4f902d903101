import { finishSlices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { splitCsv } from './csv-cells.ts'
import { createProblem } from './problem.ts'
import { writeReportCsv } from './write-report-csv.ts'

test('a report is read back, and no cell of it is a formula', () => {
  const files = ['=1+1', '+1', '-1', '@SUM(A1)', '\tcmd', 'moons, "new".csv']
  const problems = files.map((file, at) =>
    createProblem('duplicate', { file, line: at + 2 }, 'The same picture as #1', {
      token_id: `${at + 1}`,
    }),
  )
  const [head, ...rows] = finishSlices(splitCsv(writeReportCsv(problems))).rows
  expect(head?.cells).toEqual(['file', 'line', 'token', 'field', 'problem', 'text'])
  expect(rows.map(({ cells }) => cells[0])).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\tcmd",
    'moons, "new".csv',
  ])
  expect(rows[5]?.cells.slice(1)).toEqual([
    ...['7', '6', '', 'Duplicate', 'The same picture as #1'],
  ])
})
