import { activityTypes } from '@platemark/api/collection-reads'
import { describe, expect, test } from 'vitest'
import { activityNames, formatTokens } from './activity-rows.tsx'
import { formatAgo } from './ago.tsx'

describe('the tokens of an event', () => {
  test('are listed one by one up to three, then as a range', () => {
    expect(formatTokens({ token_id: '7', quantity: 1 })).toBe('#7')
    expect(formatTokens({ token_id: '7', quantity: 3 })).toBe('#7, #8, #9')
    expect(formatTokens({ token_id: '7', quantity: 8 })).toBe('#7–#14')
  })

  test('are exact beyond Number.MAX_SAFE_INTEGER', () => {
    expect(formatTokens({ token_id: '9007199254740993', quantity: 2 })).toBe(
      '#9007199254740993, #9007199254740994',
    )
  })

  test('are copies where the collection is one token', () => {
    expect(formatTokens({ token_id: null, quantity: 1 })).toBe('1 copy')
    expect(formatTokens({ token_id: null, quantity: 1200 })).toBe('1,200 copies')
  })
})

test('every type of activity has a name', () => {
  expect(Object.keys(activityNames).sort()).toEqual([...activityTypes].sort())
})

describe('relative time', () => {
  const at = new Date(2026, 10, 20, 18, 0, 0).getTime()
  const ago = (ms: number) =>
    formatAgo(new Date(at - ms).toISOString(), at).replaceAll('\u00a0', ' ')
  const minute = 60_000
  const hour = 60 * minute
  const day = 24 * hour

  test.each([
    [-5000, 'just now'],
    [59_000, 'just now'],
    [minute, '1 min ago'],
    [59 * minute + 59_000, '59 min ago'],
    [hour, '1 h ago'],
    [23 * hour, '23 h ago'],
    [day + hour, 'Thu 17:00'],
    [7 * day, '13 Nov'],
    [365 * day, '20 Nov 2025'],
  ])('formats %d ms as %s', (ms, words) => {
    expect(ago(ms)).toBe(words)
  })
})
