import type { CampaignMe, CampaignQuest } from '@platemark/api/campaigns'

/** Where a person is with a quest. */
export type QuestProgress = {
  done: number
  /** Null: without a limit. */
  most: number | null
  points: number
  isDone: boolean
  /** `6 of 14 days, 60 points`. */
  text: string
}

/** Largest number of steps that are shown one by one. */
export const MAX_SEGMENTS = 20

const units = {
  day: ['day', 'days'],
  contract: ['collection', 'collections'],
  event: ['time', 'times'],
  campaign: ['time', 'times'],
} as const

/** Returns the progress of a quest from the counted completions of a person. */
export function getQuestProgress(
  quest: CampaignQuest,
  counted: CampaignMe['quests'],
): QuestProgress {
  const { completions: done, points } = counted[quest.key] ?? {
    completions: 0,
    points: 0,
  }
  const most = quest.per === 'campaign' ? 1 : quest.max_completions
  const [one, many] = units[quest.per]
  const unit =
    most === 1 || quest.per === 'event' ? '' : ` ${(most ?? done) === 1 ? one : many}`
  const total = most === null ? `${done}${unit}` : `${done} of ${most}${unit}`
  const sum = points > 0 ? `, ${points} ${points === 1 ? 'point' : 'points'}` : ''
  return {
    done,
    most,
    points,
    isDone: most !== null && done >= most,
    text: `${total}${sum}`,
  }
}
