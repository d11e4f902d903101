import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isTimeZone,
  listTimeZones,
  nameZone,
  resolveZoneTime,
  toZoneTime,
} from './zone-times.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000

test('a time is that of its zone, in winter and in summer', () => {
  const resolve = (local: string, zone: string) => resolveZoneTime(local, zone)
  const once = (iso: string) => ({ kind: 'once', at: seconds(iso) })
  expect(resolve('2026-12-03T18:00', 'Europe/Berlin')).toEqual(once('2026-12-03T17:00Z'))
  expect(resolve('2026-07-03T18:00', 'Europe/Berlin')).toEqual(once('2026-07-03T16:00Z'))
  expect(resolve('2026-12-03T18:00', 'Asia/Kathmandu')).toEqual(once('2026-12-03T12:15Z'))
  expect(resolve('2026-12-03T18:00', 'UTC')).toEqual(once('2026-12-03T18:00Z'))
})

test('an hour that does not exist is known, with the times beside it', () => {
  expect(resolveZoneTime('2027-03-28T02:30', 'Europe/Berlin')).toEqual({
    kind: 'never',
    before: seconds('2027-03-28T00:30Z'),
    after: seconds('2027-03-28T01:30Z'),
  })
  // The whole day was skipped.
  expect(resolveZoneTime('2011-12-30T12:00', 'Pacific/Apia')?.kind).toBe('never')
})

test('an hour that exists twice is known, with both times', () => {
  expect(resolveZoneTime('2026-10-25T02:30', 'Europe/Berlin')).toEqual({
    kind: 'twice',
    first: seconds('2026-10-25T00:30Z'),
    second: seconds('2026-10-25T01:30Z'),
  })
  // Its clocks change by half an hour.
  expect(resolveZoneTime('2027-04-04T01:45', 'Australia/Lord_Howe')).toMatchObject({
    kind: 'twice',
  })
})

test.each(['', '2026-12-03', '2026-02-30T10:00', '2026-12-03T24:00', '2026-12-03 10:00'])(
  '%j is no time',
  (text) => expect(resolveZoneTime(text, 'Europe/Berlin')).toBeUndefined(),
)

test('zones are those that the system knows', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Mars/Base')).toBe(false)
  expect(isTimeZone('+01:00')).toBe(false)
  expect(nameZone('America/St_Johns', seconds('2026-07-01T00:00Z'))).toBe(
    'St Johns, GMT-2:30',
  )
  expect(nameZone('UTC', 0)).toBe('UTC')
  expect(listTimeZones()[0]).toBe('UTC')
  expect(listTimeZones()).toContain('America/New_York')
})

const zones = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'],
  ...['America/St_Johns', 'Asia/Tehran', 'Pacific/Chatham', 'Asia/Kolkata'],
]

/** Instants of 2024 to 2030 after which the wall clock of a zone jumps, by search. */
function listTransitions(zone: string): number[] {
  const wallOf = (at: number) => seconds(`${toZoneTime(at, zone)}Z`) - at
  const found: number[] = []
  const day = 86_400
  for (
    let at = seconds('2024-01-01T00:00Z');
    at < seconds('2030-01-01T00:00Z');
    at += day
  ) {
    if (wallOf(at) === wallOf(at + day)) continue
    let [low, high] = [at, at + day]
    while (high - low > 60) {
      const middle = low + Math.floor((high - low) / 120) * 60
      if (wallOf(middle) === wallOf(low)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

test('around every change of clocks, times and instants agree with a search of all minutes', () => {
  const cases = zones.flatMap((zone) =>
    listTransitions(zone).map((transition) => ({ zone, transition })),
  )
  expect(cases.length).toBeGreaterThan(50)
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      fc.integer({ min: -150, max: 150 }),
      ({ zone, transition }, minutes) => {
        const wall = new Date(
          (seconds(`${toZoneTime(transition - 60, zone)}Z`) + minutes * 60) * 1000,
        )
        const local = wall.toISOString().slice(0, 16)
        const found: number[] = []
        for (let at = transition - 4 * 3600; at <= transition + 4 * 3600; at += 60) {
          if (toZoneTime(at, zone) === local) found.push(at)
        }
        const resolved = resolveZoneTime(local, zone)
        const instants =
          resolved?.kind === 'once'
            ? [resolved.at]
            : resolved?.kind === 'twice'
              ? [resolved.first, resolved.second]
              : []
        expect(instants).toEqual(found)
        if (resolved?.kind !== 'never') return
        expect(resolved.before).toBeLessThan(transition)
        expect(resolved.after).toBeGreaterThanOrEqual(transition)
      },
    ),
    { numRuns: 25 },
  )
})
