import { resolveZoneTime } from '@platemark/rules/zone-times'
import { expect, test } from 'vitest'
import { findWindow, listTicks } from './timeline-ticks.ts'

const zone = 'Europe/Berlin'
const instant = (local: string) => {
  const found = resolveZoneTime(local, zone)
  return found?.kind === 'once' ? found.at : Number.NaN
}
const labels = (from: string, until: string) =>
  listTicks(instant(from), instant(until), zone).map(({ label }) => label)

test.each([
  ['2030-12-03T18:00', '2030-12-04T18:00', ['18:00', '4 Dec', '06:00', '12:00']],
  ['2030-12-03T18:00', '2030-12-05T18:00', ['4 Dec', '12:00', '5 Dec', '12:00']],
  [
    '2030-12-03T18:00',
    '2030-12-13T18:00',
    ['4 Dec', '6 Dec', '8 Dec', '10 Dec', '12 Dec'],
  ],
  // Clocks are set back on 27 October: each day is named once.
  ['2030-10-25T18:00', '2030-10-29T18:00', ['26 Oct', '27 Oct', '28 Oct', '29 Oct']],
])('from %s to %s the ticks name each day once', (from, until, expected) => {
  expect(labels(from, until)).toEqual(expected)
})

test('a week is shown to its end, and of a phase of years ten days', () => {
  const day = 86_400
  const lane = (kind: 'allowlist' | 'public', start: number, end: number) => ({
    phase: { kind },
    ...{ start: start * day, end: end * day },
  })
  expect(findWindow([lane('public', 3, 10)])).toEqual({ from: 3 * day, until: 10 * day })
  expect(findWindow([lane('public', 0, 9000)])).toEqual({ from: 0, until: 10 * day })
  const lists = [lane('allowlist', 0, 10), lane('public', 10, 9000)]
  expect(findWindow(lists)).toEqual({ from: 0, until: 18 * day })
  expect(findWindow([])).toBeUndefined()
})
