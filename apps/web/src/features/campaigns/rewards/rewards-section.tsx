import { useId } from 'react'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { findOwnEntry } from '../active-entry.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { RewardPicture } from './reward-picture.tsx'
import { type RewardProps, RewardRow } from './reward-row.tsx'
import { describeCondition, describeReward, describeSupply } from './reward-texts.ts'
import { useClaimDialog } from './use-claim-dialog.tsx'

/**
 * Rewards of a campaign, what they are for, and how far the user is from each; nothing where it was
 * cancelled.
 */
export function RewardsSection(shown: ShownCampaign) {
  const headingId = useId()
  const { claim, dialog } = useClaimDialog(shown)
  const { campaign } = shown
  const { rewards, template } = campaign
  if (rewards.length === 0 || campaign.status === 'cancelled') return null
  // Beside a card they are its next steps.
  const isCard = template === 'stamp_card'
  const Shown = isCard ? RewardRow : Reward
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <h2 id={headingId} className={isCard ? 'hide' : undefined}>
        Rewards
      </h2>
      <ul className={isCard ? 'reward-rows' : 'rewards'}>
        {rewards.map((reward) => (
          <li key={reward.key}>
            <Shown reward={reward} campaign={campaign} onClaim={() => claim(reward)} />
          </li>
        ))}
      </ul>
      {rewards.some(({ kind }) => kind === 'badge') && (
        <p className="small muted">
          A badge is a token that stays with your wallet. Claiming costs only the network
          fee.
        </p>
      )}
      {dialog}
    </section>
  )
}

function Reward({ reward, campaign, onClaim }: RewardProps) {
  const view = describeReward(reward, campaign, findOwnEntry(campaign))
  const supply = describeSupply(reward)
  const condition = describeCondition(reward, campaign)
  const { description } = reward
  return (
    <>
      <RewardPicture reward={reward} campaign={campaign} />
      <div>
        <h3>{reward.title}</h3>
        {description && description !== condition && (
          <p className="small muted">{description}</p>
        )}
        <p className="small muted">
          {condition} {supply && `${supply}.`}
        </p>
        {view.isDone ? (
          <span className="quest-done small">
            <Icon name="circle_check" size={16} /> {view.text}
          </span>
        ) : (
          <Tag {...(view.kind && { kind: view.kind })}>{view.text}</Tag>
        )}
        {view.canClaim && (
          <SaveButton look="filled" onClick={onClaim}>
            Claim<span className="hide"> {reward.title}</span>
          </SaveButton>
        )}
      </div>
    </>
  )
}
