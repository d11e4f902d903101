import { expect, test } from 'vitest'
import { getBadgeIds, getBadgeTokenId, getRewardDigits } from './badge-ids.ts'

test('a badge is found by the hashes of its campaign, reward and account', () => {
  const ids = getBadgeIds('stamp-card', 'full')
  expect(ids.campaignId).toMatch(/^0x[0-9a-f]{64}$/)
  expect(ids.campaignId).not.toBe(ids.rewardId)
  const digits = getRewardDigits(ids)
  expect(digits).toMatch(/^[0-9a-f]{24}$/)
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const id = getBadgeTokenId(ids, account)
  expect(id.toString(16).padStart(64, '0')).toBe(
    `${digits}${account.slice(2).toLowerCase()}`,
  )
  expect(getRewardDigits(getBadgeIds('stamp-card', 'half'))).not.toBe(digits)
})
