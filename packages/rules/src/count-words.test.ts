import { expect, test } from 'vitest'
import { joinNames, toCountWord } from './count-words.ts'

test('counts are words up to twelve, and names are joined', () => {
  expect([0, 1, 9, 12, 13].map(toCountWord)).toEqual([
    ...['no', 'one', 'nine', 'twelve', '13'],
  ])
  expect(joinNames(['Base'])).toBe('Base')
  expect(joinNames(['Base', 'Ink', 'Mode'])).toBe('Base, Ink and Mode')
})
