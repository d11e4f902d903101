import type { CampaignDetail, CampaignMe } from '@platemark/api/campaigns'

/** Returns the entry of the user, also after a disqualification; null for others. */
export function findOwnEntry({ me }: Pick<CampaignDetail, 'me'>): CampaignMe | null {
  return me?.joined ? me : null
}

/** Returns the entry of the user that still counts: null for others and after a disqualification. */
export function findActiveEntry(campaign: Pick<CampaignDetail, 'me'>): CampaignMe | null {
  const me = findOwnEntry(campaign)
  return me?.status === 'disqualified' ? null : me
}
