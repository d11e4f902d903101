import type { CampaignMe } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import { chooseRefreshMs } from './choose-refresh.ts'

const joined = {
  joined: true,
  status: 'active',
  joined_at: '2026-02-03T12:00:00.000Z',
  stamps: [],
} as unknown as CampaignMe

const read = (seconds: number, changes: object = {}) =>
  chooseRefreshMs({
    server_time: `2026-02-03T12:00:${String(seconds).padStart(2, '0')}.000Z`,
    me: { ...joined, ...changes },
  })

test('a new entry is read every two seconds until its first credit, for ten seconds', () => {
  expect([0, 2, 9].map((seconds) => read(seconds))).toEqual([2_000, 2_000, 2_000])
  expect(read(10)).toBe(30_000)
  expect(read(4, { stamps: [{ key: 'a' }] })).toBe(30_000)
  expect(read(4, { status: 'disqualified' })).toBe(30_000)
  expect(read(4, { joined: false, joined_at: null })).toBe(30_000)
  expect(chooseRefreshMs(undefined)).toBe(30_000)
})
