import type { Operation } from './operations.ts'

// Operations of campaigns, apart from the others: the first view needs none of them.

export const listCampaigns = {
  method: 'GET',
  path: '/api/campaigns',
  access: 'public',
} as const satisfies Operation

export const getCampaign = {
  method: 'GET',
  path: '/api/campaigns/:alias',
  access: 'optional',
} as const satisfies Operation

export const joinCampaign = {
  method: 'POST',
  path: '/api/campaigns/:alias/join',
  access: 'signed-in',
} as const satisfies Operation

export const leaveCampaign = {
  method: 'POST',
  path: '/api/campaigns/:alias/leave',
  access: 'signed-in',
} as const satisfies Operation

export const getLeaderboard = {
  method: 'GET',
  path: '/api/campaigns/:alias/leaderboard',
  access: 'public',
} as const satisfies Operation

export const listCampaignActivity = {
  method: 'GET',
  path: '/api/campaigns/:alias/activity',
  access: 'public',
} as const satisfies Operation

export const refreshCampaign = {
  method: 'POST',
  path: '/api/campaigns/:alias/refresh',
  access: 'signed-in',
} as const satisfies Operation

export const claimReward = {
  method: 'POST',
  path: '/api/campaigns/:alias/rewards/:key/claim',
  access: 'signed-in',
} as const satisfies Operation

export const prepareWalletLink = {
  method: 'POST',
  path: '/api/campaigns/:alias/wallets/text',
  access: 'signed-in',
} as const satisfies Operation

export const linkWallet = {
  method: 'POST',
  path: '/api/campaigns/:alias/wallets',
  access: 'signed-in',
} as const satisfies Operation

export const answerNotice = {
  method: 'POST',
  path: '/api/campaigns/:alias/answer',
  access: 'signed-in',
} as const satisfies Operation
