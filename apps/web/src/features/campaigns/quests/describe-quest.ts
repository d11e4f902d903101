import type { CampaignRule, RuleCondition } from '@platemark/api/campaign-rules'
import type { CampaignQuest } from '@platemark/api/campaigns'
import { joinNames } from '@platemark/rules/count-words'
import { formatLongTime } from '@platemark/rules/utc-dates'

/** Names that a sentence needs: of networks by id, and of quests by key. */
export type QuestNames = {
  network: (id: number) => string
  quest: (key: string) => string
  /** Formats an amount in the coin of a network; null: of any. */
  amount: (wei: bigint, chainId: number | null) => string
}

type OnChainRule = Extract<CampaignRule, { where: unknown }>

/** Returns the part of a rule on events of a chain; null for other rules. */
export function getOnChainRule(rule: CampaignRule): OnChainRule | null {
  return 'where' in rule ? rule : null
}

/** Describes points, cap and conditions of a quest in sentences. */
export function describeQuest(quest: CampaignQuest, names: QuestNames): string[] {
  return [
    describePoints(quest),
    ...describeRule(quest.rule, quest.chain_id, names),
    ...describeWindow(quest),
    ...(quest.requires.length > 0
      ? [`After ${joinNames(quest.requires.map((key) => `“${names.quest(key)}”`))}.`]
      : []),
  ]
}

function describePoints({ points, per, max_completions: max }: CampaignQuest): string {
  const amount = `${points} ${points === 1 ? 'point' : 'points'}`
  if (per === 'campaign' || max === 1) return `${amount}, once.`
  const cap = max === null ? '' : `, up to ${max}`
  if (per === 'day')
    return `${amount} a day${max === null ? '' : `, on up to ${max} days`}.`
  return per === 'contract'
    ? `${amount} for each collection${cap}.`
    : `${amount} each time${cap}.`
}

const units = {
  contract: 'collections',
  creator: 'creators',
  chain: 'networks',
  day: 'days',
} as const

function describeRule(
  rule: CampaignRule,
  chainId: number | null,
  names: QuestNames,
): string[] {
  switch (rule.kind) {
    case 'internal':
      return []
    case 'holding':
      return [
        `Holding ${rule.at_least} ${rule.at_least === 1 ? 'item' : 'items'} on ${names.network(rule.chain_id)}${rule.block === null ? '' : ` at block ${rule.block}`}.`,
      ]
    case 'all_of':
      return [
        `Done with ${joinNames(rule.quests.map((key) => `“${names.quest(key)}”`))}.`,
      ]
    case 'any_of':
      return [
        `Done with one of ${joinNames(rule.quests.map((key) => `“${names.quest(key)}”`))}.`,
      ]
    case 'count_distinct':
      return [
        `In ${rule.target} different ${units[rule.of]}.`,
        ...describeConditions(rule, chainId, names),
      ]
    case 'streak':
      return [
        `${rule.days} days in a row. Days are counted in UTC.`,
        ...describeConditions(rule, chainId, names),
      ]
    case 'onchain':
      return describeConditions(rule, chainId, names)
  }
}

function describeConditions(
  rule: OnChainRule,
  chainId: number | null,
  names: QuestNames,
): string[] {
  const { contracts } = rule
  const scope =
    typeof contracts === 'string' && contracts.startsWith('collection:')
      ? ['Only one collection counts.']
      : Array.isArray(contracts)
        ? [
            contracts.length === 1
              ? 'Only one contract counts.'
              : `Only ${contracts.length} contracts count.`,
          ]
        : []
  return [
    ...scope,
    ...rule.where.flatMap((condition) => {
      const sentence = describeCondition(condition, chainId, names)
      return sentence ? [sentence] : []
    }),
  ]
}

/** Describes a comparison that people meet; others are in the published configuration. */
function describeCondition(
  { field, op, value }: RuleCondition,
  chainId: number | null,
  names: QuestNames,
): string | null {
  if (field === 'creator' && op === 'ne' && value === '$account')
    return 'Your own collections do not count.'
  if (field === 'minter' && op === 'ne' && value === '$account')
    return 'Your own mints do not count.'
  if (field === 'value_wei' && (op === 'gte' || op === 'gt') && !Array.isArray(value)) {
    const wei = BigInt(value)
    if (wei === 0n) return op === 'gt' ? 'Free mints do not count.' : null
    return op === 'gte' && wei === 1n
      ? 'Free mints do not count.'
      : `Only from ${names.amount(wei, chainId)} on.`
  }
  return null
}

function describeWindow({ opens_at, closes_at }: CampaignQuest): string[] {
  const from = opens_at ? `from ${formatLongTime(opens_at)}` : ''
  const until = closes_at ? `until ${formatLongTime(closes_at)}` : ''
  const window = [from, until].filter(Boolean).join(' ')
  return window ? [`Counts ${window}.`] : []
}
