import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { writeCsv } from './write-csv.ts'

test('cells are read back as text, and none of them is a formula', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tcmd', '\rcmd', 'moons, "new"\r\n=2']
  const csv = writeCsv([['name', 'amount'], ...texts.map((text) => [text, 7])])
  expect(csv.split(/(?<=")\r\n/)[1]).toBe('"\'=1+1","7"')
  const { data, errors } = Papa.parse<string[]>(csv, { skipEmptyLines: true })
  expect(errors).toEqual([])
  expect(data).toEqual([
    ['name', 'amount'],
    ["'=1+1", '7'],
    ["'+1", '7'],
    ["'-1", '7'],
    ["'@SUM(A1)", '7'],
    ["'\tcmd", '7'],
    ["'\rcmd", '7'],
    ['moons, "new"\r\n=2', '7'],
  ])
})
