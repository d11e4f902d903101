import type { Network } from '@platemark/api/config'
import type { StudioEntry } from '@platemark/api/studio'

type Coin = { symbol: string; decimals: number }

/** Revenue of several collections: wei per currency, and its USD value. */
type RevenueSum = {
  /** The largest first; a currency without revenue is left out. */
  amounts: { coin: Coin; wei: bigint }[]
  /** Null where a rate is not known. */
  usd: number | null
}

/** Adds up the revenue of collections; a currency is one symbol with its decimals. */
export function sumRevenue(entries: StudioEntry[], networks: Network[]): RevenueSum {
  const sums = new Map<string, { coin: Coin; wei: bigint }>()
  let cents: number | null = 0
  for (const { fields, revenue } of entries) {
    const network = networks.find(({ alias }) => alias === fields.chain_alias)
    if (!revenue || revenue.revenue_wei === '0' || !network) continue
    const coin = network.native_currency
    const key = `${coin.symbol} ${coin.decimals}`
    const wei = (sums.get(key)?.wei ?? 0n) + BigInt(revenue.revenue_wei)
    sums.set(key, { coin, wei })
    const { revenue_usd } = revenue
    // Whole cents, so that the sum has no rounding error.
    cents =
      cents === null || revenue_usd === null
        ? null
        : cents + Math.round(revenue_usd * 100)
  }
  const amounts = [...sums.values()].sort((a, b) => (a.wei > b.wei ? -1 : 1))
  return { amounts, usd: cents === null ? null : cents / 100 }
}
