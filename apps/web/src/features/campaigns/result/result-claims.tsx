import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { findActiveEntry } from '../active-entry.ts'
import { describeReward } from '../rewards/reward-texts.ts'
import { useClaimDialog } from '../rewards/use-claim-dialog.tsx'
import type { ShownCampaign } from '../use-campaign.ts'

/** Rewards that a participant can claim now that the result is final. */
export function ResultClaims(shown: ShownCampaign) {
  const { campaign } = shown
  const { claim, dialog } = useClaimDialog(shown)
  const me = findActiveEntry(campaign)
  const claimable = campaign.rewards.filter(
    (reward) => describeReward(reward, campaign, me).canClaim,
  )
  return (
    <>
      {claimable.length > 0 && (
        <div className="row result-claims">
          {claimable.map((reward, index) => (
            <SaveButton
              key={reward.key}
              look={index === 0 ? 'filled' : 'quiet'}
              onClick={() => claim(reward)}
            >
              Claim {reward.title}
            </SaveButton>
          ))}
        </div>
      )}
      {dialog}
    </>
  )
}
