import type { CampaignDetail } from '@platemark/api/campaigns'
import { joinNames } from '@platemark/rules/count-words'
import { formatLongDate, formatLongTime } from '@platemark/rules/utc-dates'
import { getCampaignNouns } from '../campaign-nouns.ts'

type PhaseFacts = Pick<
  CampaignDetail,
  | 'status'
  | 'template'
  | 'starts_at'
  | 'ends_at'
  | 'can_join'
  | 'join_opens_at'
  | 'status_reason'
  | 'review_hours'
  | 'review_ends_at'
  | 'claim_closes_at'
> & { chains: readonly { name: string }[] }

/** Label, time and note at the top of a campaign's page in its state. */
export type CampaignPhase = {
  /** Text of the tag. */
  label: string
  kind: 'live' | 'warn' | undefined
  /** Instant that is counted down to; null: nothing is. */
  countdown: { label: string; at: string } | null
  /** Headline in place of a countdown; null: none. */
  title: string | null
  text: string
}

/** Describes the state of a campaign; `now` is ms since 1970, undefined while it is unknown. */
export function describePhase(campaign: PhaseFacts, now?: number): CampaignPhase {
  const { status, template, starts_at, ends_at } = campaign
  switch (status) {
    case 'draft':
    case 'scheduled':
      return {
        ...{ label: 'Starts soon', kind: undefined, title: null },
        countdown: { label: 'Starts in', at: starts_at },
        text: `${formatLongTime(starts_at)}. ${describeJoining(campaign)}`,
      }
    case 'live':
      return {
        ...{ label: 'Live', kind: 'live', title: null },
        countdown: { label: 'Ends in', at: ends_at },
        text: `Ends ${formatLongTime(ends_at)}.`,
      }
    case 'paused':
      return {
        ...{ label: 'Joining is paused', kind: 'warn', countdown: null },
        title: `${getCampaignNouns(template).heading} still count`,
        text: `${campaign.status_reason ?? ''} Everything inside the window still counts. Joining and claiming are paused.`.trim(),
      }
    case 'settling':
      return {
        ...{ label: 'Counting results', kind: 'warn', countdown: null },
        title: describeReview(campaign, now),
        text: `We wait until ${joinNames(campaign.chains.map(({ name }) => name))} ${campaign.chains.length === 1 ? 'is' : 'are'} final up to the end, recount and review, then publish.`,
      }
    case 'frozen':
    case 'closed':
      return {
        ...{ label: 'Final', kind: undefined, countdown: null, title: null },
        text: describeEnd(campaign),
      }
    case 'cancelled':
      return {
        ...{ label: 'Cancelled', kind: 'warn', countdown: null },
        title: 'This campaign was cancelled',
        text: `${campaign.status_reason ?? ''} There are no places and no rewards.`.trim(),
      }
  }
}

function describeJoining(campaign: PhaseFacts): string {
  const { can_join, join_opens_at, starts_at, template } = campaign
  if (!can_join && join_opens_at === starts_at) return 'Joining opens then.'
  if (!can_join) return `Joining opens ${formatLongTime(join_opens_at)}.`
  return template === 'team_race' ? 'You can join a guild now.' : 'You can join now.'
}

const HOUR_MS = 3_600_000

function describeReview(
  { ends_at, review_hours, review_ends_at }: PhaseFacts,
  now: number | undefined,
): string {
  const end = review_ends_at
    ? Date.parse(review_ends_at)
    : Date.parse(ends_at) + review_hours * HOUR_MS
  if (now === undefined) return 'The result is being counted'
  const hours = Math.ceil((end - now) / HOUR_MS)
  if (hours <= 0) return 'The result comes soon'
  return `About ${hours} ${hours === 1 ? 'hour' : 'hours'} left`
}

function describeEnd({ ends_at, claim_closes_at, status }: PhaseFacts): string {
  const claims =
    status === 'closed'
      ? ' Claims are closed.'
      : claim_closes_at
        ? ` Rewards can be claimed until ${formatLongDate(claim_closes_at)}.`
        : ''
  return `Ended ${formatLongTime(ends_at)}.${claims}`
}
