import type { AchievementCategory, OwnAchievement } from '@platemark/api/achievements'
import { Problem } from '@platemark/api/problem'

/** Counts in one sentence: `7 of 20 claimed, 2 ready to claim.` */
export function summarize(achievements: readonly OwnAchievement[]): string {
  const count = (status: OwnAchievement['status']) =>
    achievements.filter((one) => one.status === status).length
  const ready = count('claimable')
  const claimed = `${count('claimed')} of ${achievements.length} claimed`
  return `${claimed}${ready > 0 ? `, ${ready} ready to claim` : ''}.`
}

export const categoryLabels: Record<AchievementCategory, string> = {
  wallet: 'Wallet',
  collect: 'Collect',
  create: 'Create',
  names: 'Names',
  academy: 'Academy',
  campaign: 'Campaigns',
}

/** Result of a claim that gave nothing. */
export type ClaimFailure = {
  text: string
  /** The same claim may succeed later. */
  canRetry: boolean
}

/** Returns what a failed claim means for the user. */
export function explainClaim(error: unknown): ClaimFailure {
  if (!(error instanceof Problem))
    return {
      text: 'The claim did not arrive. Nothing is lost. Try again.',
      canRetry: true,
    }
  const isFinal = [
    ...['achievement_not_eligible', 'achievement_revoked'],
    ...['achievement_closed', 'achievement_unknown'],
  ]
  return { text: error.message, canRetry: !isFinal.includes(error.code) }
}
