import { expect, test } from 'vitest'
import { parseSectionSearch } from './section-search.ts'

const nothing = {
  tab: undefined,
  page: undefined,
  cursor: undefined,
  owner: undefined,
  order: undefined,
  type: undefined,
}

test('a URL selects list, page and filters', () => {
  const owner = `0x${'a'.repeat(40)}`
  expect(parseSectionSearch({ tab: 'items', page: '3', owner, order: 'oldest' })).toEqual(
    {
      ...nothing,
      ...{ tab: 'items', page: 3, owner, order: 'oldest' },
    },
  )
  expect(parseSectionSearch({ tab: 'activity', type: 'mint', cursor: 'abc_-1' })).toEqual(
    {
      ...nothing,
      ...{ tab: 'activity', type: 'mint', cursor: 'abc_-1' },
    },
  )
})

test('ignores parameters that the API would reject', () => {
  expect(
    parseSectionSearch({
      tab: 'constructor',
      page: '0',
      owner: '0xnobody',
      order: 'sideways',
      type: 'toString',
      cursor: 'no cursor!',
    }),
  ).toEqual(nothing)
  expect(parseSectionSearch({ tab: 'items', page: '12345' }).page).toBeUndefined()
})

test('a cursor takes precedence over a page number', () => {
  expect(parseSectionSearch({ page: '2', cursor: 'abc' })).toMatchObject({
    page: undefined,
    cursor: 'abc',
  })
})
