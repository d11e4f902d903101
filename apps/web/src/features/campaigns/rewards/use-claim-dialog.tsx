import type { CampaignReward } from '@platemark/api/campaigns'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ShownCampaign } from '../use-campaign.ts'

const ClaimDialog = lazyPart(async () => (await import('./claim-dialog.tsx')).ClaimDialog)

/** Returns a function that opens the claim of a reward, and its dialog while it is open. */
export function useClaimDialog({
  campaign,
  user,
  refresh,
}: Pick<ShownCampaign, 'campaign' | 'user' | 'refresh'>): {
  claim: (reward: CampaignReward) => void
  dialog: ReactNode
} {
  const [claimed, claim] = useState<CampaignReward | null>(null)
  const dialog = claimed && user && (
    <ClaimDialog
      campaign={campaign}
      reward={claimed}
      user={user}
      onChange={refresh}
      onClose={() => claim(null)}
    />
  )
  return { claim, dialog }
}
