import type { CampaignReward } from '@platemark/api/campaigns'
import { useId } from 'react'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { findOwnEntry } from '../active-entry.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { RewardPicture } from './reward-picture.tsx'
import { describeCondition, describeReward, describeSupply } from './reward-texts.ts'

export type RewardProps = {
  reward: CampaignReward
  campaign: ShownCampaign['campaign']
  onClaim: () => void
}

/** A reward in one row: what is missing, and a button that is disabled while something is. */
export function RewardRow({ reward, campaign, onClaim }: RewardProps) {
  const textId = useId()
  const me = findOwnEntry(campaign)
  const view = describeReward(reward, campaign, me)
  const condition = describeCondition(reward, campaign)
  const supply = describeSupply(reward)
  const { title, description, when } = reward
  // Without a card the condition is all there is to it.
  const state = me === null && when === 'instant' ? '' : `${view.text}.`
  const label = (
    <>
      Claim<span className="hide"> {title}</span>
    </>
  )
  return (
    <>
      <RewardPicture reward={reward} campaign={campaign} />
      <div>
        <h3>{title}</h3>
        {description && description !== condition && (
          <p className="small muted">{description}</p>
        )}
        <p className="small muted" id={textId}>
          {!view.isDone && condition} {state} {supply && `${supply}.`}
        </p>
      </div>
      {view.isDone ? (
        <span className="reward-tick">
          <Icon name="check" size={14} />
        </span>
      ) : view.canClaim ? (
        <SaveButton look="filled" onClick={onClaim}>
          {label}
        </SaveButton>
      ) : (
        view.isAhead && <Button blockedBy={textId}>{label}</Button>
      )}
    </>
  )
}
