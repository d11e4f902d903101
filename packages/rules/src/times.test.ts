import { afterEach, expect, test, vi } from 'vitest'
import { NEVER_ENDS } from './collection-state.ts'
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

test('names the time zone', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(zoneSentence(true)).toBe('Times are yours (New York), with UTC beside them.')
  expect(zoneSentence(false)).toBe('Times are in UTC.')
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
