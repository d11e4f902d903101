import {
  claimAchievement,
  listOwnAchievements,
  pinAchievements,
} from '@platemark/api/achievement-operations'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'

export const ownAchievements = () => apiQuery(listOwnAchievements, {})

export const claimOne = (achievement: string) =>
  call(claimAchievement, { body: { achievement } })

export const pinSome = (pinned: string[]) => call(pinAchievements, { body: { pinned } })
