import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './search.ts'

test('reads plain strings, also where they look like numbers', () => {
  expect(readSearch('?page=2&search=0123&chain=')).toEqual({
    page: '2',
    search: '0123',
    chain: '',
  })
})

test('joins what a form sends several times', () => {
  expect(readSearch('?chain=local&chain=base')).toEqual({ chain: 'local,base' })
})

test('writes what it reads', () => {
  const address = '?chain=local,base&search=low+sun+%26+more&page=3'
  expect(writeSearch(readSearch(address))).toBe(address)
})

test('leaves empty values out', () => {
  expect(writeSearch({ page: undefined, search: '', sort_by: 'newest' })).toBe(
    '?sort_by=newest',
  )
  expect(writeSearch({})).toBe('')
})
