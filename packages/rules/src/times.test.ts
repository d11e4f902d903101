import { afterEach, describe, expect, test, vi } from 'vitest'
import { NEVER_ENDS } from './collection-state.ts'
import { formatShortMoment } from './short-moment.ts'
import { formatMoment, timeUntil, toMoment, zoneSentence } from './times.ts'

/** Sunday 22 November 2026, 18:00 UTC. */
const evening = 1_795_370_400

afterEach(() => vi.unstubAllEnvs())

test('formats a time with its day, and in UTC too', () => {
  expect(formatIn(evening, 'Europe/Berlin')).toBe('Sun 22 Nov, 19:00 (18:00 UTC)')
  expect(formatIn(evening, 'UTC')).toBe('Sun 22 Nov, 18:00 UTC')
  expect(formatMoment(NEVER_ENDS)).toBe('the end of time')
})

test('adds the day of UTC where it is another one', () => {
  expect(formatIn(evening, 'Asia/Tokyo')).toBe(
    'Mon 23 Nov, 03:00 (Sun 22 Nov, 18:00 UTC)',
  )
  expect(formatIn(evening - 57_600, 'America/Los_Angeles')).toBe(
    'Sat 21 Nov, 18:00 (Sun 22 Nov, 02:00 UTC)',
  )
})

test('formats a time in UTC alone where the viewer is not known yet', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(formatMoment(evening, false).replaceAll('\u00a0', ' ')).toBe(
    'Sun 22 Nov, 18:00 UTC',
  )
  expect(toMoment(evening, false)?.utc).toBe('UTC')
  expect(toMoment(NEVER_ENDS)).toBeNull()
})

test('adds the year where it is another than now', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const format = (at: number) =>
    toMoment(at, true, evening)?.main.replaceAll('\u00a0', ' ')
  expect(format(evening + 86_400)).toBe('Mon 23 Nov, 19:00')
  expect(format(evening + 400 * 86_400)).toBe('Mon 27 Dec 2027, 19:00')
})

describe('the sentence on the time zone is that of the dates it stands beside', () => {
  /** Noon UTC of 15 January and 15 July 2027. */
  const [winter, summer] = [1_800_014_400, 1_815_652_800]
  const yours = (zones: string) => `Times are yours (${zones}), with UTC beside them.`

  test.each<[zone: string, winter: string, summer: string, both: string]>([
    [
      'Europe/London',
      'Times are in UTC.',
      yours('London, GMT+1'),
      yours('London, GMT and GMT+1 by date'),
    ],
    [
      'Europe/Berlin',
      yours('Berlin, GMT+1'),
      yours('Berlin, GMT+2'),
      yours('Berlin, GMT+1 and GMT+2 by date'),
    ],
    [
      'America/New_York',
      yours('New York, GMT-5'),
      yours('New York, GMT-4'),
      yours('New York, GMT-5 and GMT-4 by date'),
    ],
    [
      'Australia/Sydney',
      yours('Sydney, GMT+11'),
      yours('Sydney, GMT+10'),
      yours('Sydney, GMT+10 and GMT+11 by date'),
    ],
    [
      'Australia/Lord_Howe',
      yours('Lord Howe, GMT+11'),
      yours('Lord Howe, GMT+10:30'),
      yours('Lord Howe, GMT+10:30 and GMT+11 by date'),
    ],
    [
      'America/St_Johns',
      yours('St Johns, GMT-3:30'),
      yours('St Johns, GMT-2:30'),
      yours('St Johns, GMT-3:30 and GMT-2:30 by date'),
    ],
    [
      'Asia/Tehran',
      yours('Tehran, GMT+3:30'),
      yours('Tehran, GMT+3:30'),
      yours('Tehran, GMT+3:30'),
    ],
    ['UTC', 'Times are in UTC.', 'Times are in UTC.', 'Times are in UTC.'],
    ['Africa/Accra', 'Times are in UTC.', 'Times are in UTC.', 'Times are in UTC.'],
    ['Etc/GMT+5', yours('GMT-5'), yours('GMT-5'), yours('GMT-5')],
  ])('in %s', (zone, inWinter, inSummer, inBoth) => {
    vi.stubEnv('TZ', zone)
    // Whatever the season is in which it is read.
    for (const today of [winter, summer]) {
      vi.setSystemTime(today * 1000)
      expect(zoneSentence(true, [winter])).toBe(inWinter)
      expect(zoneSentence(true, [summer])).toBe(inSummer)
      expect(zoneSentence(true, [summer, winter, NEVER_ENDS])).toBe(inBoth)
      expect(zoneSentence(false, [winter, summer])).toBe('Times are in UTC.')
    }
    vi.useRealTimers()
  })

  test('as are the times themselves', () => {
    expect(formatIn(winter, 'Europe/London')).toBe('Fri 15 Jan, 12:00 UTC')
    expect(formatIn(summer, 'Europe/London')).toBe('Thu 15 Jul, 13:00 (12:00 UTC)')
    expect(formatIn(summer, 'Australia/Lord_Howe')).toBe('Thu 15 Jul, 22:30 (12:00 UTC)')
    expect(formatIn(winter, 'Australia/Lord_Howe')).toBe('Fri 15 Jan, 23:00 (12:00 UTC)')
    // The hour that Berlin has twice: 2027-10-31 00:30 and 01:30 UTC.
    expect(formatIn(1_824_942_600, 'Europe/Berlin')).toContain('02:30 (00:30 UTC)')
    expect(formatIn(1_824_946_200, 'Europe/Berlin')).toContain('02:30 (01:30 UTC)')
  })
})

test('adds the year of the zone that is shown', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  // 2026-12-31 23:30 UTC, which is 2027 in Berlin, read in November 2026.
  const eve = 1_798_759_800
  const plain = (text?: string) => text?.replaceAll('\u00a0', ' ')
  expect(plain(toMoment(eve, false, evening)?.main)).toBe('Thu 31 Dec, 23:30')
  expect(plain(toMoment(eve, true, evening)?.main)).toBe('Fri 1 Jan 2027, 00:30')
})

test('leaves UTC out of a short time where it is not the shown one', () => {
  const plain = (isViewerKnown: boolean) =>
    formatShortMoment(evening, isViewerKnown).replaceAll('\u00a0', ' ')
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(plain(true)).toBe('Sun 22 Nov, 19:00')
  expect(plain(false)).toBe('Sun 22 Nov, 18:00 UTC')
  vi.stubEnv('TZ', 'UTC')
  expect(plain(true)).toBe('Sun 22 Nov, 18:00 UTC')
})

test('counts down in days, hours, minutes and seconds', () => {
  expect(timeUntil(86_400 + 6480)).toBe('1\u00a0d\u00a001:48:00')
  expect(timeUntil(59)).toBe('00:00:59')
  expect(timeUntil(-5)).toBe('00:00:00')
})

/** Formats a time for a viewer in `zone`, with plain spaces. */
function formatIn(at: number, zone: string): string {
  vi.stubEnv('TZ', zone)
  return formatMoment(at).replaceAll('\u00a0', ' ')
}
