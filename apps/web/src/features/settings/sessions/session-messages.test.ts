import { describe, expect, test } from 'vitest'
import { describeSession } from './session-messages.ts'

/** Formats in the viewer's time zone. */
const local = (text: string) => new Date(text).toISOString()

const session = {
  is_current: false,
  created_at: local('2026-03-11T20:17:00'),
  last_used_at: local('2026-03-12T06:00:00'),
  expires_at: local('2026-03-18T20:17:00'),
  network_prefix: '198.51.100.x',
}
const now = new Date('2026-03-12T09:41:00').getTime()

describe('the description of a session', () => {
  test('names start, last use, origin and end', () => {
    expect(describeSession(session, now)).toEqual([
      'Signed in 11 March 2026, 20:17 · used 3 hours ago',
      'From 198.51.100.x · ends 18 March',
    ])
  })

  test('marks this browser as active', () => {
    const [history] = describeSession({ ...session, is_current: true }, now)
    expect(history).toBe('Signed in 11 March 2026, 20:17 · active now')
  })

  test('names the time of an end today', () => {
    const ending = { ...session, expires_at: local('2026-03-12T18:02:00') }
    expect(describeSession(ending, now)[1]).toBe('From 198.51.100.x · ends today, 18:02')
  })

  test.each([
    ['2026-03-12T09:40:30', 'a moment ago'],
    ['2026-03-12T09:40:00', '1 minute ago'],
    ['2026-03-12T08:51:00', '50 minutes ago'],
    ['2026-03-12T08:00:00', '1 hour ago'],
    ['2026-03-10T09:41:00', '2 days ago'],
    ['2026-03-12T09:45:00', 'a moment ago'],
  ])('formats a last use at %s as %s', (at, words) => {
    const [history] = describeSession({ ...session, last_used_at: local(at) }, now)
    expect(history).toContain(`used ${words}`)
  })

  test('omits an unknown origin', () => {
    const [, end] = describeSession({ ...session, network_prefix: '' }, now)
    expect(end).toBe('ends 18 March')
  })
})
