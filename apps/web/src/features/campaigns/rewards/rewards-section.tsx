import type { CampaignReward } from '@platemark/api/campaigns'
import { useId, useState } from 'react'
import { plateUrl } from '../../../components/plate-picture.tsx'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { findActiveEntry } from '../active-entry.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { describeCondition, describeReward, describeSupply } from './reward-texts.ts'

const ClaimDialog = lazyPart(async () => (await import('./claim-dialog.tsx')).ClaimDialog)

/**
 * Rewards of a campaign, what they are for, and how far the user is from each; nothing where it was
 * cancelled.
 */
export function RewardsSection({ campaign, user, refresh }: ShownCampaign) {
  const headingId = useId()
  const [claimed, setClaimed] = useState<CampaignReward | null>(null)
  const { rewards } = campaign
  if (rewards.length === 0 || campaign.status === 'cancelled') return null
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <h2 id={headingId}>Rewards</h2>
      <ul className="rewards">
        {rewards.map((reward) => (
          <li key={reward.key}>
            <Reward
              reward={reward}
              campaign={campaign}
              onClaim={() => setClaimed(reward)}
            />
          </li>
        ))}
      </ul>
      {rewards.some(({ kind }) => kind === 'badge') && (
        <p className="small muted">
          A badge is a token that stays with your wallet. Claiming costs only the network
          fee.
        </p>
      )}
      {claimed && user && (
        <ClaimDialog
          campaign={campaign}
          reward={claimed}
          user={user}
          onChange={refresh}
          onClose={() => setClaimed(null)}
        />
      )}
    </section>
  )
}

type RewardProps = {
  reward: CampaignReward
  campaign: ShownCampaign['campaign']
  onClaim: () => void
}

function Reward({ reward, campaign, onClaim }: RewardProps) {
  const view = describeReward(reward, campaign, findActiveEntry(campaign))
  const supply = describeSupply(reward)
  const condition = describeCondition(reward, campaign)
  const { description } = reward
  return (
    <>
      <img
        className="reward-picture"
        src={reward.image ?? plateUrl(`badge-${campaign.alias}-${reward.key}`)}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        decoding="async"
      />
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
