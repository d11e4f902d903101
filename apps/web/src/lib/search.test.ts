import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './search.ts'

test('parses plain strings, also those that look like numbers', () => {
  expect(readSearch('?page=2&search=0123&chain=')).toEqual({
    page: '2',
    search: '0123',
    chain: '',
  })
})

test('joins repeated keys of a form', () => {
  expect(readSearch('?chain=local&chain=base')).toEqual({ chain: 'local,base' })
})

test('serializes what it parses', () => {
  const address = '?chain=local,base&search=low+sun+%26+more&page=3'
  expect(writeSearch(readSearch(address))).toBe(address)
})

test('omits empty values', () => {
  expect(writeSearch({ page: undefined, search: '', sort_by: 'newest' })).toBe(
    '?sort_by=newest',
  )
  expect(writeSearch({})).toBe('')
})
