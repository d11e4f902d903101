import { expect, test } from 'vitest'
import { formatCountdown, formatLeft, formatUtc } from './format.ts'

test('counts down in days and hours, under a day in seconds', () => {
  const hour = 3_600_000
  expect(formatCountdown(52 * hour)).toBe('2d\u00a004h')
  expect(formatCountdown(7 * hour + 41 * 60_000 + 12_000)).toBe('07:41:12')
  expect(formatCountdown(-5)).toBe('00:00:00')
  expect(formatLeft(9 * hour + 30 * 60_000)).toBe('9h\u00a030m')
  expect(formatLeft(12 * 60_000 + 7000)).toBe('12:07')
})

test('formats UTC in any local time zone', () => {
  expect(formatUtc('2026-11-24T18:05:00Z')).toBe('24\u00a0Nov, 18:05')
})
