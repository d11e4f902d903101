import {
  type CampaignRule,
  orderedFields,
  type RuleCondition,
  ruleVariables,
} from '@platemark/api/campaign-rules'
import { toCampaignAchievementId } from '../../achievements/service/grant.ts'
import type {
  CampaignDefinition,
  QuestDefinition,
  RewardDefinition,
} from './campaign-file.ts'

/** A mistake in a campaign file: the path of the field, and a sentence. */
export type CampaignFault = { path: (string | number)[]; message: string }

/** Facts of the installation that a campaign refers to. */
export type CampaignSurroundings = {
  /** Ids of the networks here. */
  chains: readonly number[]
  /** Aliases of the published articles. */
  articles: readonly string[]
}

const HOUR = 3_600_000
const MAX_LENGTH_MS = 180 * 24 * HOUR

/** Returns everything in a campaign that does not fit together, in the order of the file. */
export function checkCampaign(
  campaign: CampaignDefinition,
  surroundings: CampaignSurroundings,
): CampaignFault[] {
  return [
    ...checkTimes(campaign),
    ...checkChains(campaign, surroundings),
    ...checkEligibility(campaign, surroundings),
    ...checkTeams(campaign),
    ...campaign.quests.flatMap((quest, at) =>
      checkQuest(campaign, quest, surroundings).map((fault) =>
        within(['quests', at], fault),
      ),
    ),
    ...checkKeys(campaign.quests, 'quests', ({ key }) => key, 'key'),
    ...checkCycles(campaign),
    ...campaign.rewards.flatMap((reward, at) =>
      checkReward(campaign, reward).map((fault) => within(['rewards', at], fault)),
    ),
    ...checkKeys(campaign.rewards, 'rewards', ({ key }) => key, 'key'),
    ...checkTiers(campaign.rewards),
    ...checkAchievements(campaign),
  ]
}

function within(path: (string | number)[], fault: CampaignFault): CampaignFault {
  return { path: [...path, ...fault.path], message: fault.message }
}

function fault(message: string, ...path: (string | number)[]): CampaignFault {
  return { path, message }
}

function checkTimes(campaign: CampaignDefinition): CampaignFault[] {
  const starts = Date.parse(campaign.starts_at)
  const ends = Date.parse(campaign.ends_at)
  const faults: CampaignFault[] = []
  if (ends - starts < HOUR) {
    faults.push(
      fault('Enter an end that is at least an hour after starts_at.', 'ends_at'),
    )
  } else if (ends - starts > MAX_LENGTH_MS) {
    faults.push(fault('Enter an end at most 180 days after starts_at.', 'ends_at'))
  }
  const { join_opens_at, join_closes_at, claim_opens_at, claim_closes_at } = campaign
  const opens = join_opens_at === null ? starts : Date.parse(join_opens_at)
  const closes = join_closes_at === null ? ends : Date.parse(join_closes_at)
  if (closes > ends) {
    faults.push(fault('Enter a time that is not after ends_at.', 'join_closes_at'))
  }
  if (opens >= closes) {
    faults.push(fault('Enter a time before join_closes_at.', 'join_opens_at'))
  }
  if (claim_opens_at !== null && Date.parse(claim_opens_at) < ends) {
    faults.push(fault('Enter a time that is not before ends_at.', 'claim_opens_at'))
  }
  const claims = claim_opens_at === null ? ends : Date.parse(claim_opens_at)
  if (claim_closes_at !== null && Date.parse(claim_closes_at) <= claims) {
    faults.push(fault('Enter a time after claims open.', 'claim_closes_at'))
  }
  return faults
}

function checkChains(
  { chains }: CampaignDefinition,
  known: CampaignSurroundings,
): CampaignFault[] {
  return chains.flatMap((id, at) => {
    if (chains.indexOf(id) !== at)
      return fault(`Network ${id} is listed twice.`, 'chains', at)
    if (known.chains.includes(id)) return []
    const list = known.chains.join(', ') || 'none'
    return fault(`There is no network ${id} here. There is ${list}.`, 'chains', at)
  })
}

function checkEligibility(
  { eligibility }: CampaignDefinition,
  { articles }: CampaignSurroundings,
): CampaignFault[] {
  return (eligibility.academy_completed ?? []).flatMap((alias, at) =>
    articles.includes(alias)
      ? []
      : fault(`There is no article ${alias}.`, 'eligibility', 'academy_completed', at),
  )
}

function checkTeams({ template, teams, scoring }: CampaignDefinition): CampaignFault[] {
  const faults = checkKeys(teams, 'teams', ({ alias }) => alias, 'alias')
  if (template === 'team_race' && teams.length < 2) {
    faults.push(fault('A team_race has at least two teams.', 'teams'))
  }
  if (template === 'stamp_card' && teams.length > 0) {
    faults.push(fault('A stamp_card has no teams.', 'teams'))
  }
  if ((scoring.aggregate === 'top_n') !== (scoring.n !== null)) {
    faults.push(fault('Enter n with the aggregate top_n, and only with it.', 'scoring'))
  }
  return faults
}

function checkKeys<Row>(
  rows: readonly Row[],
  list: string,
  read: (row: Row) => string,
  field: string,
): CampaignFault[] {
  const keys = rows.map(read)
  return keys.flatMap((key, at) =>
    keys.indexOf(key) === at ? [] : fault(`${key} is used twice.`, list, at, field),
  )
}

function checkQuest(
  campaign: CampaignDefinition,
  quest: QuestDefinition,
  surroundings: CampaignSurroundings,
): CampaignFault[] {
  const faults = checkRule(campaign, quest.rule, surroundings).map((one) =>
    within(['rule'], one),
  )
  if (quest.rule.kind !== 'onchain' && quest.per !== 'campaign') {
    faults.push(
      fault(`A rule of the kind ${quest.rule.kind} counts per campaign.`, 'per'),
    )
  }
  if (quest.per === 'campaign' && (quest.max_completions ?? 1) > 1) {
    faults.push(fault('It counts once: leave max_completions out.', 'max_completions'))
  }
  if (quest.chain_id !== null && !campaign.chains.includes(quest.chain_id)) {
    faults.push(fault('It is not one of the networks of the campaign.', 'chain_id'))
  }
  const opens = Date.parse(quest.opens_at ?? campaign.starts_at)
  const closes = Date.parse(quest.closes_at ?? campaign.ends_at)
  if (opens >= closes) faults.push(fault('Enter a time after opens_at.', 'closes_at'))
  for (const [at, key] of quest.requires.entries()) {
    if (key === quest.key || !hasQuest(campaign, key)) {
      faults.push(fault(`There is no other quest ${key}.`, 'requires', at))
    }
  }
  return faults
}

function hasQuest({ quests }: CampaignDefinition, key: string): boolean {
  return quests.some((quest) => quest.key === key)
}

function checkRule(
  campaign: CampaignDefinition,
  rule: CampaignRule,
  { articles }: CampaignSurroundings,
): CampaignFault[] {
  switch (rule.kind) {
    case 'all_of':
    case 'any_of':
      return rule.quests.flatMap((key, at) => {
        const named = campaign.quests.find((quest) => quest.key === key)
        if (!named) return fault(`There is no quest ${key}.`, 'quests', at)
        return named.rule.kind === 'all_of' || named.rule.kind === 'any_of'
          ? fault(`${key} is itself made of quests. Name single ones.`, 'quests', at)
          : []
      })
    case 'internal': {
      const { event, alias } = rule
      if ((event === 'academy_completed') !== (alias !== undefined)) {
        return [
          fault('Enter the alias of an article with academy_completed only.', 'alias'),
        ]
      }
      const isKnown = alias === undefined || articles.includes(alias)
      return isKnown ? [] : [fault(`There is no article ${alias}.`, 'alias')]
    }
    case 'holding':
      return campaign.chains.includes(rule.chain_id)
        ? []
        : [fault('It is not one of the networks of the campaign.', 'chain_id')]
    default:
      return [
        ...rule.chains.flatMap((id, at) =>
          campaign.chains.includes(id)
            ? []
            : fault('It is not one of the networks of the campaign.', 'chains', at),
        ),
        ...rule.where.flatMap((condition, at) =>
          checkCondition(condition).map((one) => within(['where', at], one)),
        ),
      ]
  }
}

const addressFields = ['account', 'minter', 'recipient', 'creator', 'contract']

function checkCondition({ field, op, value }: RuleCondition): CampaignFault[] {
  const isOrdered = orderedFields.includes(field)
  if (['gt', 'gte', 'lt', 'lte'].includes(op) && !isOrdered) {
    return [fault(`${field} is not compared by size. Use eq, ne or in.`, 'op')]
  }
  if ((op === 'in') !== Array.isArray(value)) {
    return [
      fault('Enter a list with the operator in, and one value with others.', 'value'),
    ]
  }
  return [value].flat().flatMap((one) => {
    const problem = findValueProblem(field, one)
    return problem === undefined ? [] : fault(problem, 'value')
  })
}

function findValueProblem(field: string, value: string | number): string | undefined {
  if (String(value).startsWith('$')) {
    if (!ruleVariables.some((name) => name === value)) {
      return `There is no variable ${value}. There is ${ruleVariables.join(', ')}.`
    }
    const isTime = value !== '$account'
    if (isTime === (field === 'block_time'))
      return isTime || addressFields.includes(field)
        ? undefined
        : `${value} cannot be compared with ${field}.`
    return `${value} cannot be compared with ${field}.`
  }
  if (addressFields.includes(field)) {
    return /^0x[0-9a-fA-F]{40}$/.test(String(value)) ? undefined : 'Enter an address.'
  }
  if (field === 'block_time') {
    return Number.isNaN(Date.parse(String(value))) ? 'Enter a UTC time.' : undefined
  }
  return /^[0-9]{1,78}$/.test(String(value)) ? undefined : 'Enter a whole number.'
}

/** Quests that require each other could never be done. */
function checkCycles(campaign: CampaignDefinition): CampaignFault[] {
  const requires = new Map(campaign.quests.map((one) => [one.key, one.requires]))
  const leadsBack = (from: string, to: string, seen: Set<string>): boolean =>
    (requires.get(from) ?? []).some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return leadsBack(next, to, seen)
    })
  return campaign.quests.flatMap(({ key }, at) =>
    leadsBack(key, key, new Set())
      ? fault(`${key} requires itself through other quests.`, 'quests', at, 'requires')
      : [],
  )
}

function checkReward(
  campaign: CampaignDefinition,
  { kind, when, condition, chain_id }: RewardDefinition,
): CampaignFault[] {
  const faults: CampaignFault[] = []
  const { min_points, below_points, min_stamps, rank_max, team_rank_max } = condition
  if (
    min_points === undefined &&
    min_stamps === undefined &&
    rank_max === undefined &&
    team_rank_max === undefined
  ) {
    faults.push(
      fault('Enter min_points, min_stamps, rank_max or team_rank_max.', 'condition'),
    )
  }
  if (below_points !== undefined && below_points <= (min_points ?? 0)) {
    faults.push(fault('Enter more than min_points.', 'condition', 'below_points'))
  }
  if (min_stamps !== undefined && min_stamps > campaign.quests.length) {
    faults.push(
      fault(
        `The campaign has ${campaign.quests.length} quests.`,
        'condition',
        'min_stamps',
      ),
    )
  }
  const isByPlace = rank_max !== undefined || team_rank_max !== undefined
  if (when === 'instant' && (isByPlace || below_points !== undefined)) {
    faults.push(fault('A place and a tier are certain after_freeze only.', 'when'))
  }
  if (team_rank_max !== undefined && campaign.teams.length === 0) {
    faults.push(fault('The campaign has no teams.', 'condition', 'team_rank_max'))
  }
  if (kind === 'badge' && chain_id === null) {
    faults.push(fault('Enter the network of the badge.', 'chain_id'))
  } else if (chain_id !== null && !campaign.chains.includes(chain_id)) {
    faults.push(fault('It is not one of the networks of the campaign.', 'chain_id'))
  }
  return faults
}

/** Each tier begins where the one below ends, and the last one has no end. */
function checkTiers(rewards: readonly RewardDefinition[]): CampaignFault[] {
  const names = new Set(rewards.flatMap(({ tier }) => tier ?? []))
  return [...names].flatMap((name) => {
    const tiers = rewards
      .map((reward, at) => ({ ...reward.condition, tier: reward.tier, at }))
      .filter(({ tier }) => tier === name)
      .sort((a, b) => (a.min_points ?? 0) - (b.min_points ?? 0))
    return tiers.flatMap(({ min_points = 0, below_points, at }, place) => {
      const next = tiers[place + 1]
      const place_of = (message: string) => fault(message, 'rewards', at, 'condition')
      if (!next) {
        return below_points === undefined
          ? []
          : place_of(
              `The highest tier of ${name} ends at ${below_points}: leave it open.`,
            )
      }
      const above = next.min_points ?? 0
      if (below_points === undefined || below_points > above) {
        return place_of(
          `The tiers of ${name} overlap from ${above} points: enter below_points: ${above} here.`,
        )
      }
      if (below_points === above || above === min_points) return []
      return place_of(
        `The tiers of ${name} have a gap from ${below_points} to ${above} points.`,
      )
    })
  })
}

/** Returns the achievements that a campaign gives, with the places of their rewards in the file. */
export function listAchievements({
  alias,
  rewards,
}: Pick<CampaignDefinition, 'alias' | 'rewards'>): { id: string; at: number }[] {
  return rewards.flatMap(({ key, kind }, at) =>
    kind === 'achievement'
      ? { id: toCampaignAchievementId({ campaign: alias, reward: key }), at }
      : [],
  )
}

/** An account has each achievement once: of two with one id it would get only the first. */
function checkAchievements(campaign: CampaignDefinition): CampaignFault[] {
  const given = listAchievements(campaign)
  return given.flatMap(({ id, at }, place) => {
    const first = given.findIndex((one) => one.id === id)
    const keys = [given[first]?.at ?? at, at].map((one) => campaign.rewards[one]?.key)
    return first === place || keys[0] === keys[1]
      ? []
      : fault(
          `${keys.join(' and ')} give one achievement, ${id}: choose another key.`,
          ...['rewards', at, 'key'],
        )
  })
}
