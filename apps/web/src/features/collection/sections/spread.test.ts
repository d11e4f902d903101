import { expect, test } from 'vitest'
import {
  axisNumbers,
  heightAt,
  listRanges,
  placeAt,
  plotPath,
  plotSentence,
  shortenCount,
} from './spread.ts'

const at = (quantity: number, holders: number) => ({
  ...{ from: quantity, to: quantity, holders },
  quantity: quantity * holders,
})
const drawn = [at(11, 1), at(4, 2), at(3, 9), at(2, 37), at(1, 92)]

test('the axis has powers of two, and of ten where one holds much more', () => {
  expect(axisNumbers(11)).toEqual([1, 2, 4, 8, 11])
  expect(axisNumbers(2)).toEqual([1, 2])
  expect(axisNumbers(16)).toEqual([2, 4, 8, 16])
  expect(axisNumbers(40_000)).toEqual([1, 10, 100, 1000, 10_000, 40_000])
  expect(axisNumbers(1_000_000_000).at(-1)).toBe(1_000_000_000)
})

test('the numbers of the axis stay short', () => {
  const counts = [9999, 12_345, 999_999_999, 1_000_000_000]
  expect(counts.map(shortenCount)).toEqual(['9,999', '12.3K', '1B', '1B'])
})

test('the height of a quantity grows with it and ends at one', () => {
  for (const most of [1, 2, 11, 16, 17, 1_000_000_000]) {
    expect(heightAt(most, most)).toBe(1)
    expect(heightAt(1, most)).toBeGreaterThan(0)
  }
})

test('up to two hundred holders have a bar each, more have one area a quantity', () => {
  expect(plotPath(drawn).match(/M/g)).toHaveLength(141)
  expect(plotPath([at(3, 1), at(1, 999_999_999)]).match(/M/g)).toHaveLength(2)
  expect(plotPath(drawn)).not.toMatch(/NaN|Infinity/)
})

test('holders are joined to at most four ranges, which no wallet is missing from', () => {
  expect(listRanges(drawn)).toEqual([
    { title: 'Hold 11', holders: 1, quantity: 11 },
    { title: 'Hold 3 or 4', holders: 11, quantity: 35 },
    { title: 'Hold 2', holders: 37, quantity: 74 },
    { title: 'Hold 1', holders: 92, quantity: 92 },
  ])
  const many = [at(40_000, 1), at(1200, 3), at(700, 2), at(80, 4), at(1, 100_000)]
  expect(listRanges(many).map(({ title, holders }) => [title, holders])).toEqual([
    ['Hold 40,000', 1],
    ['Hold 1,200', 3],
    ['Hold 700', 2],
    ['Hold 1 to 80', 100_004],
  ])
})

test('an own quantity has its place in the middle of those with as many', () => {
  expect(placeAt([at(2, 1), at(1, 1)], 2)).toBe(25)
  expect(placeAt([at(2, 1), at(1, 1)], 1)).toBe(75)
})

test('the sentence has what the plot shows', () => {
  expect(plotSentence(drawn)).toBe(
    '141 holders, the most with 11: 1 hold 11, 11 hold 3 or 4, 37 hold 2, 92 hold 1.',
  )
})
