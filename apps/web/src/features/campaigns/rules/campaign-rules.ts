import type { CampaignDetail } from '@platemark/api/campaigns'
import { joinNames, toCountWord } from '@platemark/rules/count-words'
import { formatLongTime } from '@platemark/rules/utc-dates'
import { getOnChainRule } from '../quests/describe-quest.ts'

type RuleFacts = Pick<
  CampaignDetail,
  | 'template'
  | 'starts_at'
  | 'ends_at'
  | 'counts_from'
  | 'review_hours'
  | 'scoring'
  | 'quests'
  | 'rewards'
> & { chains: readonly { name: string }[] }

/**
 * Puts the rules of a campaign into sentences, each of which follows from its configuration:
 * what counts, from when until when, how places are decided and what the points are worth.
 */
export function describeRules(campaign: RuleFacts, productName: string): string[] {
  const isCard = campaign.template === 'stamp_card'
  return [
    ...(isCard ? describeStamps(productName) : []),
    ...describeSpan(campaign),
    ...describeScoring(campaign),
    ...describeMints(campaign),
    ...(isCard
      ? [
          'A stamp is dashed until its block is final. If the network reorganises, the stamp can disappear.',
        ]
      : ['Points from a block that is not final yet can still be lost.']),
    isCard
      ? 'With equal stamps, the card that got its last stamp first ranks higher.'
      : 'With equal points, the first to reach them is placed higher. Both show the same rank, and rewards follow the place.',
    describePublication(campaign),
    describeValue(campaign),
  ]
}

function describeStamps(productName: string): string[] {
  return [
    `One mint on each network gives its stamp. Any collection made on ${productName} counts, except your own.`,
    'Free mints count too. You pay the network fee and the collection’s mint fee.',
  ]
}

function describeSpan(campaign: RuleFacts): string[] {
  const { template, starts_at, ends_at, counts_from, chains, quests } = campaign
  const span = `from ${formatLongTime(starts_at)}, until ${formatLongTime(ends_at)}`
  const late =
    counts_from === 'start'
      ? 'Mints since the start count, even from before you joined.'
      : 'Only what you do after joining counts.'
  if (template === 'stamp_card') return [`The card runs ${span}. ${late}`]
  const here = quests.filter(({ rule }) => rule.kind === 'internal').length
  const site =
    here === 0
      ? ''
      : `, and from ${toCountWord(here)} ${here === 1 ? 'quest' : 'quests'} on this site`
  const first = template === 'team_race' ? 'Join a guild first.' : 'Join first.'
  return [
    counts_from === 'start'
      ? `${first} What you did since the start counts, too.`
      : `${first} ${late}`,
    `Points come from ${joinNames(chains.map(({ name }) => name))}, ${span}${site}.`,
  ]
}

function describeScoring({ template, scoring }: RuleFacts): string[] {
  const { aggregate, n, min_points_to_rank: least } = scoring
  const floor = least > 1 ? [`You need ${least} points for a place.`] : []
  if (template !== 'team_race') return floor
  const score = {
    sum: 'A guild’s score is the sum of the points of its members.',
    top_n: `A guild’s score is the sum of its ${n ?? 0} best members, so a bigger guild does not win by size.`,
    mean_active:
      'A guild’s score is the average of its members with at least one point, so a bigger guild does not win by size.',
  }[aggregate]
  const change =
    'You can change your guild for 24 hours or until your first points, whichever comes first.'
  return [score, change, ...floor]
}

function describeMints({ template, quests }: RuleFacts): string[] {
  const rules = quests.flatMap(({ rule }) => getOnChainRule(rule) ?? [])
  const mints = rules.filter(({ event }) => event === 'mint')
  if (mints.length === 0) return []
  const own = mints.some(({ where }) =>
    where.some(
      ({ field, op, value }) =>
        field === 'creator' && op === 'ne' && value === '$account',
    ),
  )
  const receiver = 'A mint counts for the wallet that receives it.'
  return [
    own && template !== 'stamp_card'
      ? `Mints from your own collections do not count. ${receiver}`
      : receiver,
  ]
}

function describePublication({ chains, review_hours, template }: RuleFacts): string {
  const names = joinNames(chains.map(({ name }) => name))
  const networks = chains.length > 2 ? 'every network' : names
  const is = chains.length === 2 ? 'are' : 'is'
  const when =
    review_hours === 0
      ? ''
      : ` ${review_hours} ${review_hours === 1 ? 'hour' : 'hours'} later`
  const what = template === 'stamp_card' ? 'all stamps' : 'everything'
  return `When the time is over, we wait until ${networks} ${is} final, recount ${what}, and publish the result${when} as a file that can be checked against the chain.`
}

function describeValue({ template, rewards }: RuleFacts): string {
  const noun = template === 'stamp_card' ? 'Stamps' : 'Points'
  const badges = rewards.some(({ kind }) => kind === 'badge')
    ? ' Badges cannot be transferred.'
    : ''
  return `${noun} are not tokens and have no value.${badges}`
}
