import { expect, test } from 'vitest'
import { formatShare } from './shares.ts'

test('a share rounds neither a little to nothing nor nearly all to all', () => {
  expect(formatShare(11, 212)).toBe('5.2%')
  expect(formatShare(1, 100_000)).toBe('<0.1%')
  expect(formatShare(99_999, 100_000)).toBe('>99.9%')
  expect(formatShare(5, 5)).toBe('100%')
  expect(formatShare(0, 5)).toBe('0%')
  expect(formatShare(0, 0)).toBe('0%')
})
