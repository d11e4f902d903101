import { campaignRule, questUnits } from '@platemark/api/campaign-rules'
import { campaignAlias, campaignTemplates, rewardKinds } from '@platemark/api/campaigns'
import { instant, link, text } from '@platemark/api/fields'
import * as z from 'zod/mini'

// Schema of a campaign file; `check-campaign.ts` checks how its parts fit together.

const whole = (least: number, most: number) =>
  z
    .int(`Enter a whole number from ${least} to ${most}.`)
    .check(
      z.minimum(least, `Enter a whole number from ${least} to ${most}.`),
      z.maximum(most, `Enter a whole number from ${least} to ${most}.`),
    )

const key = z
  .string('Enter a key.')
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'Use up to 60 of a-z, 0-9, - and _.'))

const chainId = z.int('Enter the id of a network.').check(z.positive())

/** Path of a page on this site. */
const sitePath = z
  .string()
  .check(
    z.regex(
      /^\/[^/\\\s]?[^\\\s]{0,199}$/,
      'Enter a path of this site, like /collections.',
    ),
  )

const color = z
  .string()
  .check(z.regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color like #b5482f.'))

/** Conditions of joining. */
export const eligibility = z.strictObject({
  min_wallet_age_days: z.optional(whole(1, 3650)),
  min_prior_mints: z.optional(whole(1, 10_000)),
  owns_name: z.optional(z.literal(true)),
  academy_completed: z.optional(z.array(key).check(z.minLength(1))),
  /** Wei that the wallet has paid for mints so far. */
  min_value_wei: z.optional(
    z.string().check(z.regex(/^[1-9][0-9]{0,77}$/, 'Enter an amount in wei.')),
  ),
})

const quest = z.strictObject({
  key,
  title: text(1, 80),
  description: z._default(text(0, 300), ''),
  icon: z._default(key, 'mint'),
  points: whole(0, 10_000),
  per: z.enum(questUnits, `Use one of ${questUnits.join(', ')}.`),
  max_completions: z._default(z.nullable(whole(1, 1_000_000)), null),
  /** Network that the page names with it; null: none alone. */
  chain_id: z._default(z.nullable(chainId), null),
  opens_at: z._default(z.nullable(instant), null),
  closes_at: z._default(z.nullable(instant), null),
  requires: z._default(z.array(key), []),
  hidden_until_done: z._default(z.boolean(), false),
  action: z._default(
    z.nullable(z.strictObject({ label: text(1, 40), to: sitePath })),
    null,
  ),
  rule: campaignRule,
})

const reward = z.strictObject({
  key,
  title: text(1, 80),
  description: z._default(text(0, 300), ''),
  image: z._default(z.nullable(sitePath), null),
  kind: z.enum(rewardKinds, `Use one of ${rewardKinds.join(', ')}.`),
  when: z.enum(['instant', 'after_freeze'], 'Use instant or after_freeze.'),
  condition: z.strictObject({
    min_points: z.optional(whole(0, 1_000_000_000)),
    below_points: z.optional(whole(1, 1_000_000_000)),
    min_stamps: z.optional(whole(1, 1000)),
    rank_max: z.optional(whole(1, 1_000_000)),
    team_rank_max: z.optional(whole(1, 100)),
  }),
  /** Name of a tier table: its rewards are for ranges of points without a gap or an overlap. */
  tier: z._default(z.nullable(key), null),
  supply: z._default(z.nullable(whole(1, 1_000_000_000)), null),
  /** Network of a badge's contract. */
  chain_id: z._default(z.nullable(chainId), null),
})

const team = z.strictObject({
  alias: key,
  name: text(1, 30),
  motto: z._default(text(0, 100), ''),
  emblem: z._default(key, 'plain'),
  color: z._default(color, '#555555'),
  max_members: z._default(z.nullable(whole(1, 10_000_000)), null),
})

export const campaignFile = z.strictObject({
  alias: campaignAlias,
  series: key,
  season: z._default(whole(1, 1000), 1),
  template: z.enum(campaignTemplates, `Use one of ${campaignTemplates.join(', ')}.`),
  title: text(1, 80),
  tagline: text(1, 140),
  body: z._default(text(0, 10_000, { lines: true }), ''),
  cover: z._default(z.nullable(sitePath), null),
  accent: z._default(z.nullable(color), null),
  starts_at: instant,
  ends_at: instant,
  /** Null: with the start of the campaign. */
  join_opens_at: z._default(z.nullable(instant), null),
  /** Null: with the end of the campaign. */
  join_closes_at: z._default(z.nullable(instant), null),
  /** Events count from the start of the campaign, or from joining. */
  counts_from: z._default(
    z.enum(['start', 'joining'], 'Use start or joining.'),
    'joining',
  ),
  chains: z
    .array(chainId, 'List the ids of networks.')
    .check(z.minLength(1, 'List at least one network.')),
  eligibility: z._default(eligibility, {}),
  scoring: z._default(
    z.strictObject({
      aggregate: z._default(z.enum(['sum', 'top_n', 'mean_active']), 'sum'),
      n: z._default(z.nullable(whole(1, 1_000_000)), null),
      min_points_to_rank: z._default(whole(1, 1_000_000), 1),
    }),
    { aggregate: 'sum', n: null, min_points_to_rank: 1 },
  ),
  review_hours: z._default(whole(0, 24 * 30), 24),
  /** Null: when results are final. */
  claim_opens_at: z._default(z.nullable(instant), null),
  claim_closes_at: z._default(z.nullable(instant), null),
  terms_url: z._default(link, null),
  teams: z._default(z.array(team).check(z.maxLength(100, 'At most 100 teams.')), []),
  quests: z
    .array(quest, 'List the quests.')
    .check(
      z.minLength(1, 'List at least one quest.'),
      z.maxLength(200, 'At most 200 quests.'),
    ),
  rewards: z._default(z.array(reward).check(z.maxLength(50, 'At most 50 rewards.')), []),
})

/** A campaign as its file defines it, with all defaults. */
export type CampaignDefinition = z.output<typeof campaignFile>
export type QuestDefinition = CampaignDefinition['quests'][number]
export type RewardDefinition = CampaignDefinition['rewards'][number]

/** Change of a published campaign, as its page lists it. */
export type CampaignChange = { at: string; note: string; rules_version: string }
