import type { Database } from '../../../database/database.ts'

/** An achievement that a campaign gives. */
type CampaignAchievement = {
  campaign: string
  reward: string
  title: string
  description: string
  /** Hash of the rules of the campaign. */
  rule_version: string
}

/**
 * Returns the id of an achievement of a campaign, `campaign_{alias}_{reward}`, of at most 130
 * characters. Campaigns whose ids would be equal are refused at their import.
 */
export function toCampaignAchievementId({
  campaign,
  reward,
}: Pick<CampaignAchievement, 'campaign' | 'reward'>): string {
  return `campaign_${campaign}_${reward}`.replaceAll('-', '_')
}

/**
 * Stores an achievement of a campaign as claimed by a user, inside the transaction of the claim of
 * its reward. A repeated call changes nothing, and what an operator revoked stays revoked.
 */
export async function grantCampaignAchievement(
  transaction: Database,
  userId: string,
  given: CampaignAchievement,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('user_achievements')
    .values({
      user_id: userId,
      achievement: toCampaignAchievementId(given),
      earned_at: now,
      claimed_at: now,
      rule_version: given.rule_version,
      title: given.title,
      description: given.description,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
