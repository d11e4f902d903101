import type { CampaignCard, CampaignStatus } from '@platemark/api/campaigns'

export type CampaignFilter = 'all' | 'live' | 'scheduled' | 'past'

/** Filters of the list with their labels, in order. */
export const campaignFilters: readonly (readonly [CampaignFilter, string])[] = [
  ['all', 'All'],
  ['live', 'Live'],
  ['scheduled', 'Coming'],
  ['past', 'Past'],
]

/** Parses the filter of a URL; another text means all campaigns. */
export function readFilter(text: string | undefined): CampaignFilter {
  return campaignFilters.find(([id]) => id === text)?.[0] ?? 'all'
}

const running: readonly CampaignStatus[] = ['live', 'paused']
const coming: readonly CampaignStatus[] = ['draft', 'scheduled']

/** Returns the campaigns of a filter, as the list of the server has them. */
export function filterCampaigns<Row extends Pick<CampaignCard, 'status'>>(
  rows: readonly Row[],
  filter: CampaignFilter,
): Row[] {
  return rows.filter(({ status }) => {
    if (filter === 'all') return true
    if (filter === 'live') return running.includes(status)
    if (filter === 'scheduled') return coming.includes(status)
    return !running.includes(status) && !coming.includes(status)
  })
}

const states: Record<CampaignStatus, readonly [label: string, kind?: 'live' | 'warn']> = {
  draft: ['Starts soon'],
  scheduled: ['Starts soon'],
  live: ['Live', 'live'],
  paused: ['Joining is paused', 'warn'],
  settling: ['Counting results', 'warn'],
  frozen: ['Final'],
  closed: ['Final'],
  cancelled: ['Cancelled'],
}

/** Returns the label of a state, and its look. */
export function toCardState(status: CampaignStatus) {
  return states[status]
}
