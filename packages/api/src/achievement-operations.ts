import type { Operation } from './operations.ts'

// Operations of achievements, apart from the others: the first view needs none of them.

export const claimAchievement = {
  method: 'POST',
  path: '/api/user/achievements/claim',
  access: 'signed-in',
} as const satisfies Operation

export const listOwnAchievements = {
  method: 'GET',
  path: '/api/user/achievements',
  access: 'signed-in',
} as const satisfies Operation

export const pinAchievements = {
  method: 'POST',
  path: '/api/user/achievements/pin',
  access: 'signed-in',
} as const satisfies Operation

export const listClaimedAchievements = {
  method: 'GET',
  path: '/api/achievements/:address',
  access: 'public',
} as const satisfies Operation

export const listPinnedAchievements = {
  method: 'GET',
  path: '/api/achievements/pinned',
  access: 'public',
} as const satisfies Operation
