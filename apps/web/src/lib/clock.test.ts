import { afterAll, expect, test, vi } from 'vitest'
import { now, syncServerTime, ticker } from './clock.ts'

// The clock is shared by all tests of a worker.
afterAll(() => syncServerTime(new Date().toUTCString(), Date.now(), Date.now()))

test('syncs with the server by its most precise response', () => {
  const here = Date.now()
  const hourAhead = new Date(here + 3_600_000).toUTCString()
  syncServerTime(hourAhead, here - 100, here + 100)
  expect(Math.abs(now() - here - 3_600_000)).toBeLessThan(2000)

  syncServerTime(new Date(here).toUTCString(), here - 30_000, here)
  expect(Math.abs(now() - here - 3_600_000)).toBeLessThan(2000)

  syncServerTime(null, here, here)
  syncServerTime('not a date', here, here)
  syncServerTime(new Date(here).toUTCString(), here, here - 60_000)
  expect(Math.abs(now() - here - 3_600_000)).toBeLessThan(2000)
})

test('uses one timer for all subscribers, cleared with the last of them', () => {
  vi.useFakeTimers()
  try {
    const follow = ticker(1000)
    const ticks: string[] = []
    const leave = follow(() => ticks.push('first'))
    vi.advanceTimersByTime(600)
    const leaveSecond = follow(() => ticks.push('second'))
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(400)
    expect(ticks).toEqual(['first', 'second'])

    leave()
    vi.advanceTimersByTime(1000)
    expect(ticks).toEqual(['first', 'second', 'second'])
    leaveSecond()
    expect(vi.getTimerCount()).toBe(0)

    follow(() => ticks.push('third'))
    vi.advanceTimersByTime(1000)
    expect(ticks.at(-1)).toBe('third')
  } finally {
    vi.useRealTimers()
  }
})
