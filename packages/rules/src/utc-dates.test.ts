import { expect, test } from 'vitest'
import { formatDateSpan, formatLongTime } from './utc-dates.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('an instant is that of UTC, whatever the zone of the machine', () => {
  expect(plain(formatLongTime('2026-02-16T00:00:00.000Z'))).toBe(
    '16 February 2026, 00:00 UTC',
  )
})

test.each([
  ['2026-02-02T00:00:00Z', '2026-02-16T00:00:00Z', '2 to 16 February 2026'],
  ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', '1 February to 1 March 2026'],
  ['2026-12-20T00:00:00Z', '2027-01-03T00:00:00Z', '20 December 2026 to 3 January 2027'],
  ['2026-02-02T08:00:00Z', '2026-02-02T20:00:00Z', '2 February 2026'],
])('the days from %s to %s are %s', (from, until, span) => {
  expect(plain(formatDateSpan(from, until))).toBe(span)
})
