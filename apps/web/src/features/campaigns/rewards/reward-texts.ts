import type { CampaignDetail, CampaignMe, CampaignReward } from '@platemark/api/campaigns'
import { formatLongDate } from '@platemark/rules/utc-dates'
import { getCampaignNouns } from '../campaign-nouns.ts'

type RewardFacts = Pick<CampaignDetail, 'template' | 'ends_at' | 'claim_closes_at'> &
  Partial<Pick<CampaignDetail, 'result' | 'status'>>

/** Describes what a reward is for, in one sentence. */
export function describeCondition(
  { condition }: Pick<CampaignReward, 'condition'>,
  { template }: Pick<RewardFacts, 'template'>,
): string {
  const { min_points, below_points, min_stamps, rank_max, team_rank_max } = condition
  const { score } = getCampaignNouns(template)
  const points =
    min_points !== undefined && below_points !== undefined
      ? `${min_points} to ${score(below_points - 1)}`
      : min_points !== undefined
        ? `${score(min_points)} or more`
        : below_points !== undefined
          ? `fewer than ${score(below_points)}`
          : ''
  const whose =
    team_rank_max === undefined
      ? ''
      : team_rank_max === 1
        ? 'members of the winning guild'
        : `members of the ${team_rank_max} best guilds`
  const places =
    rank_max === undefined ? '' : rank_max === 1 ? 'place 1' : `places 1 to ${rank_max}`
  const stamps =
    min_stamps === undefined
      ? ''
      : `${min_stamps} ${min_stamps === 1 ? 'stamp' : 'stamps'}`
  const others = [places, stamps, whose].filter(Boolean)
  const parts = [...others, others.length > 0 && points ? `with ${points}` : points]
  const text = parts.filter(Boolean).join(' ')
  return text ? `For ${text}.` : 'For everyone who takes part.'
}

/** Text of a reward's state, and whether a button can claim it, or may later. */
export type RewardView = {
  kind: 'live' | 'warn' | undefined
  text: string
  canClaim: boolean
  isAhead: boolean
  isDone: boolean
}

type Standing = Pick<CampaignMe, 'rewards' | 'status'>

/** Describes where a person is with a reward; `me` is null for visitors. */
export function describeReward(
  reward: CampaignReward,
  campaign: RewardFacts,
  me: Standing | null,
): RewardView {
  const view = (text: string, changes: Partial<RewardView> = {}): RewardView => ({
    ...{ kind: undefined, canClaim: false, isAhead: false, isDone: false, text },
    ...changes,
  })
  const { status, missing, at } = me?.rewards[reward.key] ?? notEarned
  switch (status) {
    case 'waiting':
      return view(describeWaiting(reward, campaign), { kind: 'live', isAhead: true })
    case 'claimable':
      return view('Ready to claim', { kind: 'live', canClaim: true })
    case 'signed':
      return view('Not minted yet', { kind: 'warn', canClaim: true })
    case 'minted':
      return view(describeClaim('Claimed', at), { isDone: true })
    case 'granted':
      return view(describeClaim('Granted', at), { isDone: true })
    case 'exhausted':
      return view('None left')
    case 'closed':
      return view(
        campaign.claim_closes_at
          ? `Claims closed on ${formatLongDate(campaign.claim_closes_at)}`
          : 'Claims are closed',
      )
    case 'locked':
      if (me && (campaign.result || me.status === 'disqualified')) {
        return view('Not reached')
      }
      return view(describeMissing(reward, campaign, missing), { isAhead: me !== null })
  }
}

/** State of a reward before anything is known of a person. */
const notEarned = { status: 'locked', missing: null, at: null } as const

/**
 * Returns whether a participant is short of points or stamps for a reward, or was disqualified
 * before it was earned.
 */
export function isFarFromReward(
  { key }: Pick<CampaignReward, 'key'>,
  me: Standing | null,
): boolean {
  const own = me?.rewards[key]
  if (own?.status !== 'locked') return false
  return me?.status === 'disqualified' || (own.missing ?? 0) > 0
}

function describeClaim(word: string, at: string | null): string {
  return at ? `${word} on ${formatLongDate(at)}` : word
}

function describeWaiting({ when }: CampaignReward, { status }: RewardFacts): string {
  return when === 'instant' && status === 'paused'
    ? 'Reached, claiming is paused'
    : 'Reached, opens with the result'
}

function describeMissing(
  { condition, when }: CampaignReward,
  campaign: RewardFacts,
  missing: number | null,
): string {
  const { min_stamps, rank_max, team_rank_max } = condition
  const { score } = getCampaignNouns(campaign.template)
  if (missing !== null && missing > 0)
    return min_stamps === undefined ? `${score(missing)} to go` : `${missing} to go`
  if (rank_max !== undefined || team_rank_max !== undefined)
    return `Decided after ${formatLongDate(campaign.ends_at)}`
  return when === 'instant' ? 'Open once it is earned' : 'Opens with the result'
}

/** Describes how many have a reward, of how many there are. */
export function describeSupply({ claimed, supply }: CampaignReward): string {
  const count = claimed.toLocaleString('en')
  if (supply !== null) return `${count} of ${supply.toLocaleString('en')} claimed`
  if (claimed === 0) return ''
  return claimed === 1 ? '1 person has it' : `${count} people have it`
}
