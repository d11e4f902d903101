import { checkSet } from '@platemark/works/check-set'
import { expect, test } from 'vitest'
import { describeCount } from './describe-count.ts'

/** Checks a set of pictures with a sheet, or without one, and describes its count. */
function describeSet(names: readonly string[], sheet?: string): string {
  const files = names.map((path) => ({ path, size: 1, sha256: path }))
  const bytes = new TextEncoder().encode(sheet)
  const table = { path: 'set.csv', size: bytes.length, sha256: 'sheet' }
  const { problems, works } = checkSet({
    files: sheet === undefined ? files : [...files, table],
    texts: sheet === undefined ? [] : [{ path: table.path, bytes }],
    options: { origin: 'files' },
  })
  return describeCount({
    problems,
    problemCount: problems.length,
    workCount: works.length,
  })
}

const needs = 'needs your attention before you deploy.'

test('a problem of the whole set counts against no item', () => {
  // The order is to be confirmed.
  expect(describeSet(['1.png', '2.png', '3.png'])).toBe(
    `Each item is fine by itself. 1 thing about the whole set ${needs}`,
  )
  expect(describeSet(['a.png', 'b.png'], 'id,file\n1,a.png\n3,b.png')).toBe(
    `Each item is fine by itself. 1 thing about the whole set ${needs}`,
  )
  expect(describeSet(['a.png', 'b.png', 'c.svg'], 'id,file\n1,a.png\n2,b.png')).toBe(
    `Each item is fine by itself. 1 thing about the whole set ${needs}`,
  )
})

test('items with a fault of their own are counted once, beside those of the set', () => {
  const sheet = 'id,file,external_url\n1,a.png,\n2,gone.png,http:no\n3,c.png,'
  expect(describeSet(['a.png', 'c.png'], sheet)).toBe(
    '2 of 3 items are fine. 2 things need your attention before you deploy.',
  )
  // A row without a valid id is an item too, though not numbered yet.
  expect(describeSet(['a.png', 'b.png'], 'id,file\n1,a.png\nx,b.png')).toBe(
    `1 of 2 items are fine. 1 thing ${needs}`,
  )
  expect(describeSet(['a.png'], 'id,file\n1,a.png\n3,gone.png')).toBe(
    '1 of 2 items are fine. 2 things need your attention before you deploy, 1 of them about the whole set.',
  )
})

test('a set without problems is fine, and of problems that were not sent none is counted', () => {
  const none = { problems: [], problemCount: 0 }
  expect(describeCount({ ...none, workCount: 1 })).toBe('1 item is fine.')
  expect(describeCount({ ...none, workCount: 1200 })).toBe('All 1,200 items are fine.')
  expect(describeCount({ problems: [], problemCount: 1500, workCount: 1200 })).toBe(
    '1,500 things need your attention before you deploy.',
  )
})
