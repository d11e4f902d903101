import { concat, type Hex, keccak256, stringToBytes } from 'viem'

/** Ids of a badge in `CampaignBadges`: hashes of the campaign's alias and of the reward's key. */
export type BadgeIds = { campaignId: Hex; rewardId: Hex }

/** Returns the ids that the contract has for a reward. */
export function getBadgeIds(campaign: string, reward: string): BadgeIds {
  return {
    campaignId: keccak256(stringToBytes(campaign)),
    rewardId: keccak256(stringToBytes(reward)),
  }
}

/** Hexadecimal digits of a reward in the id of a badge and in its metadata URI. */
const REWARD_DIGITS = 24

/** Returns the 24 digits by which the metadata of a reward is found, without `0x`. */
export function getRewardDigits({ campaignId, rewardId }: BadgeIds): string {
  return keccak256(concat([campaignId, rewardId])).slice(2, 2 + REWARD_DIGITS)
}

/** Returns the id of the badge that an account has, or would have, of a reward. */
export function getBadgeTokenId(ids: BadgeIds, account: Hex): bigint {
  return BigInt(`0x${getRewardDigits(ids)}${account.slice(2).padStart(40, '0')}`)
}
