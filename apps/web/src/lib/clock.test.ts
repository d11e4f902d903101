import { afterAll, expect, test } from 'vitest'
import { noteServerTime, now } from './clock.ts'

// The clock is one for all tests of a worker.
afterAll(() => noteServerTime(new Date().toUTCString(), Date.now(), Date.now()))

test('follows the server by the most certain of its answers', () => {
  const here = Date.now()
  const hourAhead = new Date(here + 3_600_000).toUTCString()
  noteServerTime(hourAhead, here - 100, here + 100)
  expect(Math.abs(now() - here - 3_600_000)).toBeLessThan(2000)

  noteServerTime(new Date(here).toUTCString(), here - 30_000, here)
  expect(Math.abs(now() - here - 3_600_000)).toBeLessThan(2000)

  noteServerTime(null, here, here)
  noteServerTime('not a date', here, here)
  expect(Math.abs(now() - here - 3_600_000)).toBeLessThan(2000)
})
