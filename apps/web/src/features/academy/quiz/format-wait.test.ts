import { expect, test } from 'vitest'
import { formatWait } from './format-wait.ts'

test('a wait is in seconds up to a minute and a half, then in minutes', () => {
  expect([1, 90, 91, 540, 541].map(formatWait)).toEqual([
    '1 second',
    '90 seconds',
    '2 minutes',
    '9 minutes',
    '10 minutes',
  ])
})
