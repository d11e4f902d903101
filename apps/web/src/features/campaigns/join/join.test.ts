import { expect, test } from 'vitest'
import { describeClosed, isOver } from './join-times.ts'

const times = {
  can_join: false,
  status: 'live',
  join_opens_at: '2026-02-02T00:00:00.000Z',
  join_closes_at: '2026-02-10T00:00:00.000Z',
  server_time: '2026-02-01T00:00:00.000Z',
} as const

const reason = (changes: object) =>
  describeClosed({ ...times, ...changes })?.replaceAll('\u00a0', ' ')

test('why one cannot join yet, any more, or at the moment', () => {
  expect(reason({ can_join: true })).toBeUndefined()
  expect(reason({})).toBe('Joining opens 2 February 2026, 00:00 UTC.')
  expect(reason({ server_time: '2026-02-11T00:00:00.000Z' })).toBe(
    'Joining closed 10 February 2026, 00:00 UTC.',
  )
  expect(reason({ status: 'paused' })).toBe(
    'Joining is paused. It reopens when the campaign continues.',
  )
})

test('a campaign that is counted, final or cancelled has no button to join', () => {
  const states = [
    'scheduled',
    'live',
    'paused',
    'settling',
    'frozen',
    'cancelled',
  ] as const
  expect(states.filter((status) => isOver({ status }))).toEqual([
    ...['settling', 'frozen', 'cancelled'],
  ])
})
