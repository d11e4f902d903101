import type { CampaignQuest, CampaignReward } from '@platemark/api/campaigns'
import { describe, expect, test } from 'vitest'
import { describeRules } from './campaign-rules.ts'

const mint = {
  rule: {
    ...{ kind: 'onchain', event: 'mint', chains: [], contracts: 'product' },
    where: [{ field: 'creator', op: 'ne', value: '$account' }],
  },
} as unknown as CampaignQuest
const lesson = { rule: { kind: 'internal' } } as unknown as CampaignQuest

const battle = {
  template: 'team_race',
  starts_at: '2026-02-02T00:00:00.000Z',
  ends_at: '2026-02-16T00:00:00.000Z',
  counts_from: 'joining',
  review_hours: 24,
  scoring: { aggregate: 'top_n', n: 50, min_points_to_rank: 0 },
  quests: [mint, lesson, lesson],
  rewards: [],
  chains: [{ name: 'Soneium' }],
} as const

const rules = (changes: object) =>
  describeRules(
    { ...battle, quests: [...battle.quests], rewards: [], ...changes },
    'Printworks',
  ).map((one) => one.replaceAll('\u00a0', ' '))

describe('the rules in words', () => {
  test('of a guild battle', () => {
    expect(rules({})).toEqual([
      'Join a guild first. Only what you do after joining counts.',
      'Points come from Soneium, from 2 February 2026, 00:00 UTC, until 16 February 2026, 00:00 UTC, and from two quests on this site.',
      'A guild’s score is the sum of its 50 best members, so a bigger guild does not win by size.',
      'You can change your guild for 24 hours or until your first points, whichever comes first.',
      'Mints from your own collections do not count. A mint counts for the wallet that receives it.',
      'Points from a block that is not final yet can still be lost.',
      'With equal points, the first to reach them is placed higher. Both show the same rank, and rewards follow the place.',
      'When the time is over, we wait until Soneium is final, recount everything, and publish the result 24 hours later as a file that can be checked against the chain.',
      'Points are not tokens and have no value.',
    ])
  })

  test('of a stamp card', () => {
    const badge = { kind: 'badge' } as CampaignReward
    const names = ['OP Mainnet', 'Base', 'Ink'].map((name) => ({ name }))
    const card = { template: 'stamp_card', counts_from: 'start', quests: [mint] }
    expect(rules({ ...card, chains: names, rewards: [badge] })).toEqual([
      'One mint on each network gives its stamp. Any collection made on Printworks counts, except your own.',
      'Free mints count too. You pay the network fee and the collection’s mint fee.',
      'The card runs from 2 February 2026, 00:00 UTC, until 16 February 2026, 00:00 UTC. Mints since the start count, even from before you joined.',
      'A mint counts for the wallet that receives it.',
      'A stamp is dashed until its block is final. If the network reorganises, the stamp can disappear.',
      'With equal stamps, the card that got its last stamp first ranks higher.',
      'When the time is over, we wait until every network is final, recount all stamps, and publish the result 24 hours later as a file that can be checked against the chain.',
      'Stamps are not tokens and have no value. Badges cannot be transferred.',
    ])
  })

  test.each([
    [
      { aggregate: 'sum', n: null, min_points_to_rank: 0 },
      'the sum of the points of its members',
    ],
    [
      { aggregate: 'mean_active', n: null, min_points_to_rank: 0 },
      'the average of its members',
    ],
    [
      { aggregate: 'sum', n: null, min_points_to_rank: 20 },
      'You need 20 points for a place.',
    ],
  ])('scoring %j is %s', (scoring, text) => {
    expect(rules({ scoring }).join(' ')).toContain(text)
  })

  test('without a review and without guilds', () => {
    const list = {
      template: 'quest_list',
      review_hours: 0,
      counts_from: 'start',
      quests: [],
    }
    const text = rules({ ...list, chains: [{ name: 'Base' }, { name: 'Ink' }] }).join(' ')
    expect(text).toContain('Join first. What you did since the start counts, too.')
    expect(text).toContain(
      'until Base and Ink are final, recount everything, and publish the result as a file',
    )
    expect(text).not.toContain('guild')
  })
})
