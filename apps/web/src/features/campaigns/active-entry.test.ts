import { campaignMe } from '@platemark/api/campaigns'
import { expect, test } from 'vitest'
import { findActiveEntry } from './active-entry.ts'

const me = campaignMe.parse({
  ...{ joined: true, status: 'active', team: null, joined_at: null },
  ...{ team_locks_at: null, is_team_locked: false, number: 1, points: 0 },
  ...{ position: null, team_position: null, just_now: 0, stamps: [] },
  ...{ quests: {}, rewards: {}, gates: [], wallets: [], notice: null },
})

test('an entry counts until it is disqualified', () => {
  expect(findActiveEntry({ me })).toBe(me)
  expect(findActiveEntry({ me: { ...me, status: 'disqualified' } })).toBeNull()
  expect(findActiveEntry({ me: { ...me, joined: false, status: null } })).toBeNull()
  expect(findActiveEntry({ me: null })).toBeNull()
})
