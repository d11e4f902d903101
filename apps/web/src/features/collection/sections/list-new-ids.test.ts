import { expect, test } from 'vitest'
import { listNewIds } from './list-new-ids.ts'

const listed = (...ids: string[]) => ids.map((token_id) => ({ token_id }))

test('a list lacks all tokens of a mint until it has the first of them', () => {
  expect(listNewIds(['4', '5'], listed('3', '2', '1'))).toEqual(['4', '5'])
  expect(listNewIds(['4', '5'], [])).toEqual(['4', '5'])
  expect(listNewIds(['4', '5'], listed('5', '4', '3'))).toEqual([])
  expect(listNewIds([], listed('3'))).toEqual([])
})

test('a mint of more tokens than a page lists is not counted twice', () => {
  expect(listNewIds(['4', '5', '6'], listed('6', '5'))).toEqual([])
})
