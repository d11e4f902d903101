import { campaignBadgesAbi as abi } from '@platemark/abi/campaign-badges'
import { decodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { claimBadgeData } from './claim-data.ts'

test('the claim has every field of the voucher and its signature', () => {
  const account = `0x${'0a'.repeat(20)}`
  const voucher = {
    ...{ campaignId: `0x${'01'.repeat(32)}`, rewardId: `0x${'02'.repeat(32)}` },
    ...{ account, nonce: '1', deadline: 1_767_225_600 },
  }
  const signature = `0x${'ab'.repeat(65)}`
  const { functionName, args } = decodeFunctionData({
    abi,
    data: claimBadgeData(voucher, signature),
  })
  expect(functionName).toBe('claim')
  expect(args).toEqual([
    {
      ...voucher,
      account: getAddress(account),
      nonce: 1n,
      deadline: 1_767_225_600n,
    },
    signature,
  ])
})
