import type { BadgeVoucher } from '@platemark/api/campaigns'
import type { Address } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { isBadgeMinted, signVoucher, simulateClaim } from '../../badges/service.ts'

/** A badge of a campaign for an account. */
export type CampaignBadge = {
  /** Alias of the campaign. */
  campaign: string
  /** Key of the reward. */
  reward: string
  account: string
  chainId: number
}

/** A signed message that the contract of badges takes. */
export type CampaignVoucher = {
  contract: string
  chain_id: number
  voucher: BadgeVoucher
  signature: string
}

/** Signs a voucher. Throws `badges_unavailable` where no badges are signed on the network. */
export function signBadge(
  context: AppContext,
  { nonce, account, ...badge }: CampaignBadge & { nonce: number; deadline: Date },
): Promise<CampaignVoucher> {
  // Safe: accounts of sessions are addresses.
  return signVoucher(context, {
    ...badge,
    account: account as Address,
    nonce: BigInt(nonce),
  })
}

/** Returns whether the badge of an account is minted, as far as the network is indexed. */
export function isMinted(
  { database }: Pick<AppContext, 'database'>,
  badge: CampaignBadge,
): Promise<boolean> {
  return isBadgeMinted(database, badge)
}

/** Returns why badges of a campaign cannot be claimed, a sentence each; none: they can be. */
export async function listBadgeProblems(
  context: Parameters<typeof simulateClaim>[0],
  campaign: string,
  rewards: readonly { key: string; kind: string; chain_id: number | null }[],
): Promise<string[]> {
  const problems: string[] = []
  for (const { key, kind, chain_id } of rewards) {
    if (kind !== 'badge' || chain_id === null) continue
    const found = await simulateClaim(context, {
      campaign,
      reward: key,
      chainId: chain_id,
    })
    problems.push(...found.map((sentence) => `${key}: ${sentence}`))
  }
  return problems
}

/** Returns the contract of badges on a network; null: there is none. */
export function findBadgeContract(
  { chains }: Pick<AppContext, 'chains'>,
  chainId: number,
): string | null {
  return chains.find(({ id }) => id === chainId)?.contracts?.badges ?? null
}
