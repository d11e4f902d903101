import type { OwnAchievement } from '@platemark/api/achievements'
import { Problem } from '@platemark/api/problem'
import { expect, test } from 'vitest'
import { explainClaim, summarize } from './achievement-messages.ts'

const one = (status: OwnAchievement['status']): OwnAchievement => ({
  ...{ id: 'welcome', title: 'Welcome', description: '', tier: 'bronze' as const },
  ...{ category: 'wallet' as const, icon: '', status, progress: 0, target: 1 },
  ...{ claimed_at: null, revoked_reason: null, ends_at: null },
})

test('the counts are one sentence, which names what is ready only where there is some', () => {
  expect(summarize([one('claimed'), one('locked')])).toBe('1 of 2 claimed.')
  expect(summarize([one('claimed'), one('claimable')])).toBe(
    '1 of 2 claimed, 1 ready to claim.',
  )
})

test('a claim that may succeed later can be sent again, a final one cannot', () => {
  expect(explainClaim(new Problem('achievement_not_indexed'))).toEqual({
    text: 'We are still reading the network. Try again in a minute.',
    canRetry: true,
  })
  for (const code of ['achievement_closed', 'achievement_not_eligible'] as const) {
    expect(explainClaim(new Problem(code)).canRetry).toBe(false)
  }
  expect(explainClaim(new TypeError('offline')).canRetry).toBe(true)
})
