import type {
  CampaignDetail,
  CampaignReward,
  RewardState,
} from '@platemark/api/campaigns'
import { describe, expect, test } from 'vitest'
import {
  describeCondition,
  describeReward,
  describeSupply,
  isFarFromReward,
} from './reward-texts.ts'

const reward = (changes: Partial<CampaignReward>): CampaignReward => ({
  ...{ key: 'full', title: 'Full card', description: '', image: null, kind: 'badge' },
  ...{ when: 'instant', condition: {}, claimed: 0, supply: null },
  ...{ contract: null, chain_id: null },
  ...changes,
})

const race = {
  template: 'team_race',
  ends_at: '2026-02-16T00:00:00.000Z',
  claim_closes_at: '2026-03-31T00:00:00.000Z',
} as const

const standing = (
  status: RewardState,
  { missing = null, at = null }: { missing?: number | null; at?: string | null } = {},
) => ({ status: 'active' as const, rewards: { full: { status, missing, at } } })

describe('the condition of a reward', () => {
  test.each([
    [{ min_points: 80 }, 'For 80 points or more.'],
    [{ min_points: 20, below_points: 80 }, 'For 20 to 79 points.'],
    [{ below_points: 20 }, 'For fewer than 20 points.'],
    [{ min_stamps: 1 }, 'For 1 stamp.'],
    [{ rank_max: 10 }, 'For places 1 to 10.'],
    [{ rank_max: 1 }, 'For place 1.'],
    [
      { team_rank_max: 1, min_points: 20 },
      'For members of the winning guild with 20 points or more.',
    ],
    [{ team_rank_max: 2 }, 'For members of the 2 best guilds.'],
    [{ rank_max: 10, min_points: 200 }, 'For places 1 to 10 with 200 points or more.'],
    [{}, 'For everyone who takes part.'],
  ])('%j', (condition, text) => {
    expect(describeCondition(reward({ condition }), race)).toBe(text)
  })
})

describe('the state of a reward', () => {
  test('is decided once the result is final, and for a disqualified member', () => {
    const final = { ...race, result: {} as CampaignDetail['result'] }
    const far = reward({ condition: { min_points: 80 } })
    const view = describeReward(far, final, standing('locked'))
    expect(view).toMatchObject({ text: 'Not reached', isAhead: false })
    expect(describeReward(far, final, null).text).not.toBe('Not reached')
    const out = { ...standing('locked'), status: 'disqualified' as const }
    expect(describeReward(far, race, out).text).toBe('Not reached')
  })

  test.each([
    ['locked', 'Open once it is earned', { isAhead: true }],
    ['waiting', 'Reached, opens with the result', { isAhead: true }],
    ['claimable', 'Ready to claim', { canClaim: true }],
    ['signed', 'Not minted yet', { canClaim: true }],
    ['minted', 'Claimed', { isDone: true }],
    ['granted', 'Granted', { isDone: true }],
    ['exhausted', 'None left', {}],
    ['closed', 'Claims closed on 31\u00a0March 2026', {}],
  ] as const)('%s', (state, text, flags) => {
    const view = describeReward(reward({}), race, standing(state))
    const none = { canClaim: false, isAhead: false, isDone: false }
    expect(view).toMatchObject({ text, ...none, ...flags })
  })

  test('names a pause of the claims', () => {
    const paused = { ...race, status: 'paused' } as const
    const textOf = (changes: Partial<CampaignReward>) =>
      describeReward(reward(changes), paused, standing('waiting')).text
    expect(textOf({ when: 'instant' })).toBe('Reached, claiming is paused')
    expect(textOf({ when: 'after_freeze' })).toBe('Reached, opens with the result')
  })

  test('names the day of the claim', () => {
    const at = '2026-02-06T10:00:00.000Z'
    const view = describeReward(reward({}), race, standing('minted', { at }))
    expect(view.text).toBe('Claimed on 6\u00a0February 2026')
  })

  test.each([
    [{ condition: { min_stamps: 9 } }, 4, '4 to go'],
    [{ condition: { min_points: 126 } }, 1, '1 point to go'],
    [{ condition: { rank_max: 10 } }, null, 'Decided after 16\u00a0February 2026'],
    [
      { condition: { team_rank_max: 1, min_points: 20 } },
      0,
      'Decided after 16\u00a0February 2026',
    ],
    [{ condition: {}, when: 'after_freeze' as const }, null, 'Opens with the result'],
  ])('locked: %j', (changes, missing, text) => {
    const view = describeReward(reward(changes), race, standing('locked', { missing }))
    expect(view.text).toBe(text)
  })

  test('of a visitor is that of its condition', () => {
    const view = describeReward(reward({ condition: { min_points: 80 } }), race, null)
    expect(view).toMatchObject({ text: 'Open once it is earned', isAhead: false })
  })
})

test.each([
  ['active', 'locked', 4, true],
  ['active', 'locked', 0, false],
  ['active', 'claimable', null, false],
  ['disqualified', 'locked', 0, true],
  ['disqualified', 'minted', null, false],
] as const)(
  'a reward is an outline: %s, %s, missing %s',
  (status, state, missing, is) => {
    const me = { ...standing(state, { missing }), status }
    expect(isFarFromReward(reward({}), me)).toBe(is)
  },
)

test('a supply is counted, and the claims of one without a limit', () => {
  expect(describeSupply(reward({ claimed: 12, supply: 1_000 }))).toBe(
    '12 of 1,000 claimed',
  )
  expect(describeSupply(reward({ claimed: 12 }))).toBe('12 people have it')
  expect(describeSupply(reward({ claimed: 1 }))).toBe('1 person has it')
  expect(describeSupply(reward({}))).toBe('')
})
