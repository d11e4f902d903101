import { expect, test } from 'vitest'
import { pageNumbers } from './more-collections.tsx'

test('names the pages around this one and the last', () => {
  expect(pageNumbers(1, 7)).toEqual([1, 2, 3, 'gap', 7])
  expect(pageNumbers(3, 7)).toEqual([2, 3, 4, 'gap', 7])
  expect(pageNumbers(6, 7)).toEqual([4, 5, 6, 7])
  expect(pageNumbers(1, 2)).toEqual([1, 2])
  expect(pageNumbers(9, 3)).toEqual([1, 2, 3])
})
