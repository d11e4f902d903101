import type { CampaignRule } from '@platemark/api/campaign-rules'
import type { CampaignQuest } from '@platemark/api/campaigns'
import { describe, expect, test } from 'vitest'
import { describeQuest, type QuestNames } from './describe-quest.ts'
import { getQuestProgress } from './quest-progress.ts'

const mints: Extract<CampaignRule, { kind: 'onchain' }> = {
  ...{ kind: 'onchain', event: 'mint', chains: [1868], contracts: 'product' },
  where: [{ field: 'creator', op: 'ne', value: '$account' }],
}

const quest = (changes: object): CampaignQuest => ({
  key: 'mint_daily',
  title: 'Mint on Soneium',
  description: '',
  icon: 'mint',
  points: 10,
  per: 'day',
  max_completions: 14,
  chain_id: 1868,
  opens_at: null,
  closes_at: null,
  requires: [],
  rule: mints,
  action: null,
  ...changes,
})

const names: QuestNames = {
  network: () => 'Soneium',
  quest: (key) => ({ profile: 'Fill in your profile' })[key] ?? key,
  amount: (wei) => `${wei} wei`,
}

const sentences = (changes: object) =>
  describeQuest(quest(changes), names).join(' ').replaceAll('\u00a0', ' ')

describe('a quest in words', () => {
  test.each([
    [{}, '10 points a day, on up to 14 days. Your own collections do not count.'],
    [
      { per: 'contract', points: 5, max_completions: 20, rule: { ...mints, where: [] } },
      '5 points for each collection, up to 20.',
    ],
    [
      {
        per: 'campaign',
        points: 1,
        rule: { kind: 'internal', event: 'name_primary_set' },
      },
      '1 point, once.',
    ],
    [
      {
        ...{ per: 'event', points: 20, max_completions: 3 },
        rule: {
          ...mints,
          where: [
            { field: 'value_wei', op: 'gt', value: '0' },
            { field: 'minter', op: 'ne', value: '$account' },
          ],
        },
      },
      '20 points each time, up to 3. Free mints do not count. Your own mints do not count.',
    ],
    [
      { per: 'campaign', rule: { ...mints, kind: 'streak', days: 7, where: [] } },
      '10 points, once. 7 days in a row. Days are counted in UTC.',
    ],
    [
      {
        per: 'campaign',
        rule: { ...mints, kind: 'count_distinct', of: 'creator', target: 3, where: [] },
      },
      '10 points, once. In 3 different creators.',
    ],
    [
      {
        max_completions: null,
        rule: { ...mints, where: [{ field: 'value_wei', op: 'gte', value: '100' }] },
      },
      '10 points a day. Only from 100 wei on.',
    ],
    [
      { per: 'campaign', requires: ['profile'], opens_at: '2026-02-03T12:00:00.000Z' },
      '10 points, once. Your own collections do not count. Counts from 3 February 2026, 12:00 UTC. After “Fill in your profile”.',
    ],
    [
      { per: 'campaign', rule: { kind: 'all_of', quests: ['profile', 'name'] } },
      '10 points, once. Done with “Fill in your profile” and “name”.',
    ],
    [
      {
        per: 'campaign',
        rule: {
          ...{ kind: 'holding', chain_id: 1868, at_least: 2, block: null },
          contract: '0x0000000000000000000000000000000000000001',
        },
      },
      '10 points, once. Holding 2 items on Soneium.',
    ],
  ])('%j', (changes, text) => {
    expect(sentences(changes)).toBe(text)
  })
})

describe('the progress of a quest', () => {
  test.each([
    [{}, { completions: 6, points: 60 }, '6 of 14 days, 60 points', false],
    [{}, { completions: 14, points: 140 }, '14 of 14 days, 140 points', true],
    [
      { per: 'contract', max_completions: null },
      { completions: 1, points: 5 },
      '1 collection, 5 points',
      false,
    ],
    [
      { per: 'campaign', max_completions: null },
      { completions: 0, points: 0 },
      '0 of 1',
      false,
    ],
    [
      { per: 'event', max_completions: 3 },
      { completions: 1, points: 1 },
      '1 of 3, 1 point',
      false,
    ],
  ])('%j with %j is %s', (changes, counted, text, isDone) => {
    expect(
      getQuestProgress(quest(changes), {
        mint_daily: { ...counted, last_at: null },
      }),
    ).toMatchObject({
      ...{ text, isDone },
    })
  })

  test('starts at nothing', () => {
    expect(getQuestProgress(quest({}), {}).text).toBe('0 of 14 days')
  })
})
