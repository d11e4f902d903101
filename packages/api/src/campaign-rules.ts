import * as z from 'zod/mini'
import { address, decimal } from './fields.ts'

// The rule language of campaigns, for configuration files, the server and the page that puts the
// rules into words.

export const campaignEvents = [
  'mint',
  'collection_created',
  'name_registered',
  'name_primary_set',
  'transfer_in',
  'sale_bought',
  'sale_sold',
] as const
export type CampaignEvent = (typeof campaignEvents)[number]

export const ruleFields = [
  'account',
  'minter',
  'recipient',
  'creator',
  'contract',
  'token_id',
  'amount',
  'value_wei',
  'chain_id',
  'block_time',
] as const

/** Fields that hold a number or a time: only they are compared by size. */
export const orderedFields: readonly string[] = [
  'token_id',
  'amount',
  'value_wei',
  'chain_id',
  'block_time',
]

export const ruleOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'] as const

/** Variables of a condition; there are no others. */
export const ruleVariables = [
  '$account',
  '$campaign.starts_at',
  '$campaign.ends_at',
] as const

const value = z.union([z.string(), z.number()], 'Enter a text or a number.')

/** One comparison of a field of an event; all comparisons of a rule must hold. */
export const ruleCondition = z.strictObject({
  field: z.enum(ruleFields),
  op: z.enum(ruleOperators),
  value: z.union(
    [value, z.array(value).check(z.minLength(1, 'Enter at least one value.'))],
    'Enter a value or a list of values.',
  ),
})
export type RuleCondition = z.infer<typeof ruleCondition>

/**
 * Contracts whose events count: every collection made here, those that are shown, one collection
 * as `collection:{chain}/{address or slug}`, or addresses.
 */
const contracts = z._default(
  z.union(
    [
      z.enum(['product', 'shown']),
      z
        .string()
        .check(
          z.regex(
            /^collection:[a-z0-9-]+\/[A-Za-z0-9-]+$/,
            'Use product, shown, collection:{chain}/{address or slug}, or a list of addresses.',
          ),
        ),
      z.array(address).check(z.minLength(1)),
    ],
    'Use product, shown, collection:{chain}/{address or slug}, or a list of addresses.',
  ),
  'product',
)

const onchainFields = {
  event: z.enum(campaignEvents),
  /** Ids of networks; empty: all of the campaign. */
  chains: z._default(z.array(z.int().check(z.positive())), []),
  contracts,
  where: z._default(z.array(ruleCondition), []),
}

const whole = z.int().check(z.minimum(1), z.maximum(1_000_000))
const questKeys = z.array(z.string()).check(z.minLength(1, 'Name at least one quest.'))

/** A rule by which a quest is credited. */
export const campaignRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('onchain'), ...onchainFields }),
  z.strictObject({
    kind: z.literal('holding'),
    chain_id: z.int().check(z.positive()),
    contract: address,
    /** Tokens that the account holds at least. */
    at_least: z._default(whole, 1),
    /** Block at which it holds them; null: at the time of crediting. */
    block: z._default(z.nullable(decimal), null),
  }),
  z.strictObject({
    kind: z.literal('count_distinct'),
    of: z.enum(['contract', 'creator', 'chain', 'day']),
    ...onchainFields,
    target: whole,
  }),
  z.strictObject({
    kind: z.literal('streak'),
    /** Consecutive days in UTC, each with an event. */
    days: whole,
    ...onchainFields,
  }),
  z.strictObject({
    kind: z.literal('internal'),
    event: z.enum(['academy_completed', 'name_primary_set', 'profile_completed']),
    /** Article of `academy_completed`. */
    alias: z.optional(z.string()),
  }),
  z.strictObject({ kind: z.literal('all_of'), quests: questKeys }),
  z.strictObject({ kind: z.literal('any_of'), quests: questKeys }),
])
export type CampaignRule = z.infer<typeof campaignRule>

/** How often a quest counts: for each event, day, contract, or once in the campaign. */
export const questUnits = ['event', 'day', 'contract', 'campaign'] as const
