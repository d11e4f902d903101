import type { Network } from '@platemark/api/config'
import type { Earnings } from '@platemark/api/earnings'
import { addDollars } from './group-payments.ts'
import { listAmounts } from './sum-earnings.ts'

/**
 * Returns the worth in USD that all payments of real networks had when they were made; null where
 * a rate is not known, and where payments are not listed: those of royalty splits and the oldest.
 */
export function sumPaidThen(
  { networks: earnings, payments }: Earnings,
  networks: Network[],
): number | null {
  let worth: number | null = 0
  for (const earned of earnings) {
    const network = networks.find(({ alias }) => alias === earned.chain_alias)
    if (!network || network.is_testnet) continue
    const listed = payments.filter(({ chain_alias }) => chain_alias === network.alias)
    const paid = listAmounts(earned, network).reduce((sum, one) => sum + one.paid, 0n)
    const isEach = listed.reduce((sum, one) => sum + BigInt(one.amount_wei), 0n) === paid
    const isRead = earned.splits.every(({ paid_wei }) => paid_wei !== null)
    if (!isEach || !isRead) return null
    for (const { usd_then } of listed) worth = addDollars(worth, usd_then)
  }
  return worth
}
