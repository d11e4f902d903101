import { expect, test } from 'vitest'
import { formatDollars } from './dollars.ts'
import { formatWorth } from './worth.ts'

test('formats dollars with groups and cents', () => {
  expect([0, 0.5, 1234.5, 1_234_567].map(formatDollars)).toEqual([
    ...['$0.00', '$0.50', '$1,234.50', '$1,234,567.00'],
  ])
})

test('shows a small worth as below a cent, never as zero', () => {
  expect([0, 0.004, 0.005, 0.01, 1234.5].map(formatWorth)).toEqual([
    ...['<$0.01', '<$0.01', '~$0.01', '~$0.01', '~$1,234.50'],
  ])
})
