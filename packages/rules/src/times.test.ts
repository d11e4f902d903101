import { afterEach, expect, test, vi } from 'vitest'
import { NEVER_ENDS } from './collection-state.ts'
import { sayWhen, untilOf } from './times.ts'

/** Sunday 22 November 2026, 18:00 UTC. */
const evening = 1_795_370_400

afterEach(() => vi.unstubAllEnvs())

test('says a time with its day, and in UTC too', () => {
  expect(said(evening, 'Europe/Berlin')).toBe('Sun 22 Nov, 19:00 (18:00 UTC)')
  expect(said(evening, 'UTC')).toBe('Sun 22 Nov, 18:00 UTC')
  expect(sayWhen(NEVER_ENDS)).toBe('the end of time')
})

test('says the day of UTC where it is another one', () => {
  expect(said(evening, 'Asia/Tokyo')).toBe('Mon 23 Nov, 03:00 (Sun 22 Nov, 18:00 UTC)')
  expect(said(evening - 57_600, 'America/Los_Angeles')).toBe(
    'Sat 21 Nov, 18:00 (Sun 22 Nov, 02:00 UTC)',
  )
})

test('counts down in days, hours, minutes and seconds', () => {
  expect(untilOf(86_400 + 6480)).toBe('1\u00a0d\u00a001:48:00')
  expect(untilOf(59)).toBe('00:00:59')
  expect(untilOf(-5)).toBe('00:00:00')
})

/** What somebody reads whose clock follows `zone`, with plain spaces. */
function said(at: number, zone: string): string {
  vi.stubEnv('TZ', zone)
  return sayWhen(at).replaceAll('\u00a0', ' ')
}
