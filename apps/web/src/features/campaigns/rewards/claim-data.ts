import { campaignBadgesAbi as abi } from '@platemark/abi/campaign-badges'
import type { BadgeVoucher } from '@platemark/api/campaigns'
import { encodeFunctionData, getAddress, type Hex } from 'viem'

/** Encodes the claim of a badge by the account of its voucher. */
export function claimBadgeData(voucher: BadgeVoucher, signature: string): Hex {
  const { campaignId, rewardId, account, nonce, deadline } = voucher
  return encodeFunctionData({
    abi,
    functionName: 'claim',
    args: [
      {
        // Safe: the schema of the answer has hashes and hex here.
        campaignId: campaignId as Hex,
        rewardId: rewardId as Hex,
        account: getAddress(account),
        nonce: BigInt(nonce),
        deadline: BigInt(deadline),
      },
      signature as Hex,
    ],
  })
}
