import type { NamePrice } from '@platemark/api/names'
import type { AppContext } from '../../../http/app-context.ts'
import { findPrices } from '../queries/events.ts'
import type { NameHome } from './home.ts'

/** Lengths of the labels of each price, as the registry groups them. */
export const PRICE_TIERS = [
  { min_length: 3, max_length: 3 },
  { min_length: 4, max_length: 4 },
  { min_length: 5, max_length: 9 },
  { min_length: 10, max_length: 31 },
] as const

/** Prices in wei by tier: those read from the registry, else the indexed ones. */
export async function priceList(
  { database }: AppContext,
  { chain }: NameHome,
  read: readonly bigint[] | undefined,
): Promise<readonly bigint[] | undefined> {
  return read ?? (await findPrices(database, chain.id))?.map(BigInt)
}

/** Returns the price of a label; null without a list. */
export function priceOfLabel(
  context: AppContext,
  home: NameHome,
  label: string,
  prices: readonly bigint[] | undefined,
): NamePrice | null {
  const tier = PRICE_TIERS.findIndex(({ max_length }) => label.length <= max_length)
  const wei = prices?.[tier]
  return wei === undefined ? null : toPrice(home, wei, currentRate(context, home))
}

/** Returns an amount of wei with its worth in USD at `rate` for one coin; null: none is known. */
export function toPrice(
  { chain: { nativeCurrency } }: NameHome,
  wei: bigint | string,
  rate: number | null,
): NamePrice {
  const coins = Number(wei) / 10 ** nativeCurrency.decimals
  return {
    amount_wei: `${wei}`,
    currency: nativeCurrency.symbol,
    usd: rate === null ? null : Math.round(coins * rate * 100) / 100,
  }
}

/** Returns the configured rate of the home chain's coin in USD. */
export function currentRate(
  { configuration }: Pick<AppContext, 'configuration'>,
  { chain }: NameHome,
): number | null {
  return configuration.networks.find(({ id }) => id === chain.id)?.usd_rate ?? null
}
