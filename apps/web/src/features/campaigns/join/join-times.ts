import type { CampaignDetail } from '@platemark/api/campaigns'
import { formatLongTime } from '@platemark/rules/utc-dates'

type JoinTimes = Pick<
  CampaignDetail,
  'can_join' | 'status' | 'join_opens_at' | 'join_closes_at' | 'server_time'
>

/** Returns whether joining has ended for good. */
export function isOver({ status }: Pick<JoinTimes, 'status'>): boolean {
  return ['settling', 'frozen', 'closed', 'cancelled'].includes(status)
}

/** Describes why joining is not possible at the moment; null where it is. */
export function describeClosed(campaign: JoinTimes): string | null {
  const { can_join, status, join_opens_at, join_closes_at, server_time } = campaign
  if (can_join) return null
  if (status === 'paused')
    return 'Joining is paused. It reopens when the campaign continues.'
  if (Date.parse(server_time) < Date.parse(join_opens_at))
    return `Joining opens ${formatLongTime(join_opens_at)}.`
  return `Joining closed ${formatLongTime(join_closes_at)}.`
}
