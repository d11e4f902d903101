import { describe, expect, test } from 'vitest'
import { type CampaignFields, campaignFields } from '../../../../test/campaigns.ts'
import { hashRules, listFaults, readCampaign } from './read-campaign.ts'

const known = { chains: [10, 8453], articles: ['wallet-basics'] }

function read(fields: CampaignFields) {
  const text = JSON.stringify(campaignFields(10, fields), null, 2)
  return readCampaign(text, 'quiet.yaml', known)
}

/** Returns the sentences about a file, each with its line. */
function faultsOf(fields: CampaignFields): string[] {
  try {
    read(fields)
  } catch (error) {
    return listFaults(error) ?? []
  }
  return []
}

const quest = (more: object = {}) => ({
  ...{ key: 'mint', title: 'Mint', points: 10, per: 'event' },
  rule: { kind: 'onchain', event: 'mint' },
  ...more,
})
const reward = (more: object = {}) => ({
  ...{ key: 'full', title: 'Full', kind: 'achievement', when: 'after_freeze' },
  condition: { min_points: 5 },
  ...more,
})
const rule = (rule: object) => ({ quests: [quest({ rule })] })
const where = (condition: object) =>
  rule({ kind: 'onchain', event: 'mint', where: [condition] })
const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()

describe('a campaign file', () => {
  test('has defaults for everything that it leaves out', () => {
    expect(read({})).toMatchObject({
      season: 1,
      counts_from: 'joining',
      review_hours: 24,
      teams: [],
      scoring: { aggregate: 'sum', n: null, min_points_to_rank: 1 },
      quests: [{ max_completions: null, requires: [], rule: { contracts: 'product' } }],
    })
  })

  test.each<[CampaignFields, string]>([
    [{ colour: 'red' }, 'Unrecognized key: "colour"'],
    [{ alias: 'No Alias' }, 'Enter the name of a campaign.'],
    [{ starts_at: 'soon' }, 'Enter a UTC time, like 2026-01-31T18:00:00Z.'],
    [{ starts_at: day(2), ends_at: day(1) }, 'at least an hour after starts_at'],
    [{ starts_at: day(1), ends_at: day(200) }, 'at most 180 days after starts_at'],
    [
      { starts_at: day(1), ends_at: day(9), join_closes_at: day(10) },
      'not after ends_at',
    ],
    [
      { starts_at: day(1), ends_at: day(9), join_opens_at: day(9) },
      'before join_closes_at',
    ],
    [
      { starts_at: day(1), ends_at: day(9), claim_opens_at: day(8) },
      'not before ends_at',
    ],
    [
      { starts_at: day(1), ends_at: day(9), claim_closes_at: day(9) },
      'after claims open',
    ],
    [{ chains: [11] }, 'There is no network 11 here. There is 10, 8453.'],
    [{ chains: [10, 10] }, 'Network 10 is listed twice.'],
    [{ chains: [] }, 'List at least one network.'],
    [{ template: 'team_race' }, 'A team_race has at least two teams.'],
    [{ template: 'stamp_card', teams: [{ alias: 'a', name: 'A' }] }, 'has no teams'],
    [{ scoring: { aggregate: 'top_n' } }, 'Enter n with the aggregate top_n'],
    [{ eligibility: { academy_completed: ['no-such'] } }, 'There is no article no-such.'],
    [{ quests: [] }, 'List at least one quest.'],
    [{ quests: [quest(), quest()] }, 'mint is used twice.'],
    [{ quests: [quest({ points: 10_001 })] }, 'Enter a whole number from 0 to 10000.'],
    [{ quests: [quest({ requires: ['other'] })] }, 'There is no other quest other.'],
    [{ quests: [quest({ per: 'year' })] }, 'Use one of event, day, contract, campaign.'],
    [{ quests: [quest({ per: 'campaign', max_completions: 2 })] }, 'It counts once'],
    [{ quests: [quest({ chain_id: 8453 })] }, 'not one of the networks of the campaign'],
    [{ quests: [quest({ opens_at: '2099-01-01T00:00:00Z' })] }, 'after opens_at'],
    [
      {
        quests: [
          quest({ key: 'a', requires: ['b'] }),
          quest({ key: 'b', requires: ['a'] }),
        ],
      },
      'a requires itself through other quests.',
    ],
    [rule({ kind: 'dance' }), 'Invalid'],
    [rule({ kind: 'onchain', event: 'mint', when: 'now' }), 'Unrecognized key: "when"'],
    [rule({ kind: 'onchain', event: 'mint', chains: [8453] }), 'not one of the networks'],
    [rule({ kind: 'onchain', event: 'mint', contracts: 'all' }), 'Use product, shown,'],
    [rule({ kind: 'streak', days: 7, event: 'mint' }), 'counts per campaign'],
    [rule({ kind: 'internal', event: 'academy_completed' }), 'the alias of an article'],
    [
      rule({ kind: 'internal', event: 'academy_completed', alias: 'none' }),
      'There is no article none.',
    ],
    [rule({ kind: 'all_of', quests: ['none'] }), 'There is no quest none.'],
    [rule({ kind: 'any_of', quests: ['mint'] }), 'mint is itself made of quests'],
    [
      rule({ kind: 'holding', chain_id: 8453, contract: `0x${'1'.repeat(40)}` }),
      'not one of the networks',
    ],
    [where({ field: 'creator', op: 'gt', value: '$account' }), 'not compared by size'],
    [where({ field: 'amount', op: 'in', value: 2 }), 'Enter a list with the operator in'],
    [where({ field: 'amount', op: 'eq', value: [2] }), 'one value with others'],
    [where({ field: 'creator', op: 'eq', value: '$me' }), 'There is no variable $me'],
    [where({ field: 'amount', op: 'eq', value: '$account' }), 'cannot be compared'],
    [where({ field: 'creator', op: 'eq', value: 'ada' }), 'Enter an address.'],
    [where({ field: 'block_time', op: 'gt', value: 'noon' }), 'Enter a UTC time.'],
    [where({ field: 'amount', op: 'gt', value: '-1' }), 'Enter a whole number.'],
    [{ rewards: [reward(), reward()] }, 'full is used twice.'],
    [{ rewards: [reward({ condition: {} })] }, 'Enter min_points, min_stamps, rank_max'],
    [
      { rewards: [reward({ condition: { min_stamps: 2 } })] },
      'The campaign has 1 quests.',
    ],
    [
      { rewards: [reward({ condition: { min_points: 5, below_points: 5 } })] },
      'Enter more than min_points.',
    ],
    [{ rewards: [reward({ condition: { team_rank_max: 1 } })] }, 'has no teams'],
    [
      { rewards: [reward({ when: 'instant', condition: { rank_max: 3 } })] },
      'certain after_freeze only',
    ],
    [{ rewards: [reward({ kind: 'badge' })] }, 'Enter the network of the badge.'],
    [{ rewards: [reward({ chain_id: 8453 })] }, 'not one of the networks'],
  ])('with %j is refused', (fields, expected) => {
    const faults = faultsOf(fields)
    expect(faults.join('\n')).toContain(expected)
    for (const line of faults) expect(line).toMatch(/^quiet\.yaml:\d+: /)
  })

  test('names the line of the field', () => {
    const text = [
      'alias: quiet-shore',
      'series: quiet',
      'season: 0',
      'starts_at: x',
    ].join('\n')
    const read = () => readCampaign(text, 'quiet.yaml', known)
    expect(read).toThrow(
      /^quiet\.yaml:3: season: Enter a whole number from 1 to 1000\.$/m,
    )
    expect(read).toThrow(/^quiet\.yaml:4: starts_at: Enter a UTC time/m)
    expect(() => readCampaign('a: [', 'quiet.yaml', known)).toThrow(/^quiet\.yaml:1: /)
  })

  test.each([
    [
      [
        [0, 10],
        [20, null],
      ],
      'The tiers of sea have a gap from 10 to 20 points.',
    ],
    [
      [
        [0, 30],
        [20, null],
      ],
      'The tiers of sea overlap from 20 points',
    ],
    [
      [
        [0, null],
        [20, null],
      ],
      'The tiers of sea overlap from 20 points',
    ],
    [
      [
        [0, 20],
        [20, 30],
      ],
      'The highest tier of sea ends at 30: leave it open.',
    ],
    [
      [
        [0, 20],
        [20, null],
      ],
      undefined,
    ],
  ])('has tiers %j', (tiers, expected) => {
    const rewards = tiers.map(([min_points, below_points], at) =>
      reward({
        ...{ key: `tier-${at}`, tier: 'sea' },
        condition: { min_points, ...(below_points !== null && { below_points }) },
      }),
    )
    const faults = faultsOf({ rewards })
    if (expected === undefined) expect(faults).toEqual([])
    else expect(faults.join('\n')).toContain(expected)
  })

  test('gives each achievement once, however its keys are written', () => {
    const rewards = ['first-day', 'first_day'].map((key) => reward({ key }))
    expect(faultsOf({ rewards }).join('\n')).toMatch(
      /rewards.*first-day and first_day give one achievement, campaign_quiet_shore_first_day: choose another key\./,
    )
    expect(faultsOf({ rewards: [reward({ key: 'first-day' })] })).toEqual([])
  })

  test('has a hash of its rules, which texts and the end do not change', () => {
    const fields = { starts_at: day(1), ends_at: day(9) }
    const hash = hashRules(read(fields))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(hashRules(read({ ...fields, title: 'Other', ends_at: day(10) }))).toBe(hash)
    expect(hashRules(read({ ...fields, quests: [quest({ points: 11 })] }))).not.toBe(hash)
  })
})
