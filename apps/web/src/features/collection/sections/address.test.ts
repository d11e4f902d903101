import { expect, test } from 'vitest'
import { readPlace } from './address.ts'

const nothing = {
  tab: undefined,
  page: undefined,
  cursor: undefined,
  owner: undefined,
  order: undefined,
  type: undefined,
}

test('an address says which list, which page of it, and of what', () => {
  const owner = `0x${'a'.repeat(40)}`
  expect(readPlace({ tab: 'items', page: '3', owner, order: 'oldest' })).toEqual({
    ...nothing,
    ...{ tab: 'items', page: 3, owner, order: 'oldest' },
  })
  expect(readPlace({ tab: 'activity', type: 'mint', cursor: 'abc_-1' })).toEqual({
    ...nothing,
    ...{ tab: 'activity', type: 'mint', cursor: 'abc_-1' },
  })
})

test('what the API would refuse is passed over', () => {
  expect(
    readPlace({
      tab: 'constructor',
      page: '0',
      owner: '0xnobody',
      order: 'sideways',
      type: 'toString',
      cursor: 'no cursor!',
    }),
  ).toEqual(nothing)
  expect(readPlace({ tab: 'items', page: '12345' }).page).toBeUndefined()
})

test('a cursor stands in place of a page', () => {
  expect(readPlace({ page: '2', cursor: 'abc' })).toMatchObject({
    page: undefined,
    cursor: 'abc',
  })
})
