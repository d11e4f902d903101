import { campaignPath } from '@platemark/api/campaign-path'
import { Problem } from '@platemark/api/problem'
import { getBadgeIds, getRewardDigits } from '@platemark/rules/badge-ids'
import { getRewardMedal } from '@platemark/rules/reward-medal'
import type { AppContext } from '../../../http/app-context.ts'
import type { CampaignDefinition, RewardDefinition } from '../definition/campaign-file.ts'
import { listPublishedDefinitions } from '../queries/campaigns.ts'

/** Metadata of a badge by the JSON schema of ERC-721, with the attributes that marketplaces show. */
export type BadgeMetadata = {
  name: string
  description: string
  /** URL of a picture. */
  image: string
  /** URL of the campaign. */
  external_url: string
  attributes: { trait_type: string; value: string | number }[]
}

type BadgeReward = { campaign: CampaignDefinition; reward: RewardDefinition }

/**
 * Finds the badge of a published campaign by the 24 hexadecimal digits in its metadata URI; undefined:
 * no reward has them.
 */
export async function findBadgeReward(
  { database }: Pick<AppContext, 'database'>,
  digits: string,
): Promise<BadgeReward | undefined> {
  for (const campaign of await listPublishedDefinitions(database)) {
    const reward = campaign.rewards.find(
      ({ key, kind }) =>
        kind === 'badge' && getRewardDigits(getBadgeIds(campaign.alias, key)) === digits,
    )
    if (reward) return { campaign, reward }
  }
  return undefined
}

/** Returns the metadata that all badges of a reward share. Throws `not_found`. */
export async function getBadgeMetadata(
  context: Pick<AppContext, 'database' | 'configuration'>,
  digits: string,
): Promise<BadgeMetadata> {
  const found = await findBadgeReward(context, digits)
  if (!found) throw new Problem('not_found', 'No badge has this metadata.')
  const { campaign, reward } = found
  const { public_url: site } = context.configuration
  const image = reward.image ?? getRewardMedal(reward, campaign.rewards)
  return {
    name: `${reward.title} · ${campaign.title}`,
    description:
      reward.description === ''
        ? `A badge of ${campaign.title}. It cannot be transferred.`
        : `${reward.description} It cannot be transferred.`,
    image: new URL(image, site).href,
    external_url: new URL(campaignPath(campaign.alias), site).href,
    attributes: [
      { trait_type: 'Campaign', value: campaign.title },
      { trait_type: 'Season', value: campaign.season },
      { trait_type: 'Reward', value: reward.title },
    ],
  }
}
