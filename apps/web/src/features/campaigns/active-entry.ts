import type { CampaignDetail, CampaignMe } from '@platemark/api/campaigns'

/** Returns the entry of the user that still counts: null for others and after a disqualification. */
export function findActiveEntry({ me }: Pick<CampaignDetail, 'me'>): CampaignMe | null {
  return me?.joined && me.status !== 'disqualified' ? me : null
}
