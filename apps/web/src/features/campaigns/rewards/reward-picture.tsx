import type { CampaignDetail, CampaignReward } from '@platemark/api/campaigns'
import { getRewardMedal } from '@platemark/rules/reward-medal'
import { Medal } from '../../../components/achievements/medal.tsx'
import { isFarFromReward } from './reward-texts.ts'

type RewardPictureProps = {
  reward: CampaignReward
  campaign: Pick<CampaignDetail, 'rewards' | 'me'>
}

/** Picture of a reward: its own, else a medal; an outline while points or stamps are missing. */
export function RewardPicture({ reward, campaign }: RewardPictureProps) {
  if (reward.image === null) {
    const isLocked = isFarFromReward(reward, campaign.me)
    return (
      <Medal icon={getRewardMedal(reward, campaign.rewards, { isLocked })} size={72} />
    )
  }
  return (
    <img
      className="reward-picture"
      src={reward.image}
      alt=""
      width={72}
      height={72}
      loading="lazy"
      decoding="async"
    />
  )
}
