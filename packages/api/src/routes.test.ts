import { describe, expect, test } from 'vitest'
import { listCollections } from './collections.ts'
import { readListPage, readListQuery } from './routes.ts'

describe('the query of the list page', () => {
  test('has every parameter of the endpoint that a visitor can set, in its order', () => {
    const sample = {
      kind: 'drop',
      free: '1',
      status: 'live',
      creator: '0x2671c815cde05a8f2986ff771c8f5b242859ac70',
      search: 'low sun',
      time_interval: 'all',
      sort_by: 'newest',
      chain: 'local,base',
      page: '2',
    }
    const { cursor: _, explain: __, ...read } = listCollections.query.shape
    const names = Object.keys(read)
    expect(Object.keys(readListQuery(sample))).toEqual(names)
  })

  test('keeps a value exactly when the endpoint accepts it', () => {
    const values: Record<string, string[]> = {
      page: ['1', '12', '0', '-1', '01', 'x', '99999999999'],
      chain: ['local', 'a,b', 'x'.repeat(400), 'x'.repeat(401)],
      sort_by: ['trending', 'price_asc', 'best'],
      time_interval: ['1h', 'all', '2h'],
      search: [
        'a',
        'ab',
        ' a ',
        'e\u0301',
        '\u{1f5bc}',
        'a\0b',
        'a\ud800b',
        'x'.repeat(64),
        'x'.repeat(65),
        ' x'.repeat(65),
        'low\tsun',
        'ab\u200b',
        'a\u200b',
        `0x${'a'.repeat(40)}?ref=${'x'.repeat(40)}`,
        `https://mint.example/collection/local/${'x'.repeat(40)}`,
        `https://mint.example/${'x'.repeat(400)}`,
      ],
      creator: ['0x2671c815cde05a8f2986ff771c8f5b242859ac70', '0x1', 'me'],
      status: ['live', 'upcoming', 'sold_out', 'ended', 'other', 'x'],
      free: ['1', '0', 'true'],
      kind: ['drop', 'edition', 'x'],
    }
    for (const [name, candidates] of Object.entries(values)) {
      for (const value of candidates) {
        const isTaken = listCollections.query.safeParse({ [name]: value }).success
        const isKept = name in readListQuery({ [name]: value })
        expect([name, value, isKept]).toEqual([name, value, isTaken])
      }
    }
  })

  test('leaves out empty and unknown parameters', () => {
    expect(readListQuery({ search: '', utm_source: 'x', page: '3' })).toEqual({
      page: '3',
    })
  })

  test.each([
    [{}, {}],
    [{ sort_by: 'price_asc' }, { sort_by: 'price_asc' }],
    [{ sort_by: 'newest' }, { time_interval: 'all', sort_by: 'newest' }],
    [
      { sort_by: 'volume', time_interval: '1h' },
      { sort_by: 'volume', time_interval: '1h' },
    ],
  ])('of %o is of all time in an order with an interval', (query, read) => {
    expect(readListPage(query)).toEqual(read)
  })
})
