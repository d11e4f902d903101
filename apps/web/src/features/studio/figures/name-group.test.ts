import { expect, test } from 'vitest'
import { nameGroup } from './name-group.ts'

test('a group of holders is named by its range, and one wallet by what it holds', () => {
  const name = (from: number, to: number | null, holders: number, quantity: number) =>
    nameGroup({ from, to, holders, quantity })
  expect([name(1, 1, 3, 3), name(2, 2, 2, 4), name(3, 4, 2, 7)]).toEqual([
    ...['1 item', '2', '3 to 4'],
  ])
  expect([name(3, 4, 1, 3), name(100, null, 1, 1200)]).toEqual(['3', '1,200'])
  expect(name(100, null, 2, 400)).toBe('100 or more')
})
