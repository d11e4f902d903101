import { expect, test } from 'vitest'
import { NEVER_ENDS } from './collection-state.ts'
import { formatDistance, toZoneMoment } from './zone-moment.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

test.each([
  ['2026-12-03T17:00Z', 'Europe/Berlin', 'Thu 3 Dec 2026, 18:00', '17:00 UTC'],
  ['2026-07-03T16:00Z', 'Europe/Berlin', 'Fri 3 Jul 2026, 18:00', '16:00 UTC'],
  [
    '2026-12-31T20:00Z',
    'Asia/Tokyo',
    'Fri 1 Jan 2027, 05:00',
    'Thu 31 Dec 2026, 20:00 UTC',
  ],
  ['2026-12-03T17:00Z', 'UTC', 'Thu 3 Dec 2026, 17:00', undefined],
])('%s in %s is %s', (iso, zone, main, utc) => {
  const moment = toZoneMoment(at(iso), zone)
  expect(plain(moment?.main)).toBe(main)
  expect(plain(moment?.utc) ?? undefined).toBe(utc)
})

test('no end has no time', () => {
  expect(toZoneMoment(NEVER_ENDS, 'Europe/Berlin')).toBeNull()
})

test.each([
  [3 * 86_400 + 4 * 3600 + 59, 'in 3 days 4 h'],
  [86_400, 'in 1 day'],
  [3 * 3600 + 5 * 60, 'in 3 h 5 min'],
  [-5 * 60, '5 min ago'],
  [59, 'now'],
])('%d seconds are %s', (seconds, text) => {
  expect(plain(formatDistance(seconds))).toBe(text)
})
