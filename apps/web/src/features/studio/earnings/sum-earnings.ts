import type { Network } from '@platemark/api/config'
import type { Currency } from '@platemark/api/currencies'
import type { Earnings } from '@platemark/api/earnings'

export type NetworkEarnings = Earnings['networks'][number]

/** A currency, and amounts of it in its smallest unit. */
export type CoinSum = {
  coin: { symbol: string; decimals: number }
  owed: bigint
  paid: bigint
}

export type EarningsSum = {
  /** Currencies with income; the one that owes most, in dollars where they are known, first. */
  coins: CoinSum[]
  /** Worth of what is owed in whole cents, each network rounded down; null where a rate is missing. */
  cents: bigint | null
  /** Networks that owe something. */
  owing: number
}

/** USD for one coin of a network; undefined: not known. */
export type FindRate = (alias: string) => number | undefined

/** Returns the rates of the native coins of networks. */
export function readRates(currencies: Currency[] | undefined): FindRate {
  return (alias) =>
    currencies?.find(({ chain, is_native }) => chain === alias && is_native)?.usd_rate ??
    undefined
}

/** Adds up what real networks owe and paid; coins of test networks have no value and are left out. */
export function sumEarnings(
  earnings: NetworkEarnings[],
  networks: Network[],
  findRate: FindRate,
): EarningsSum {
  const sums = new Map<string, CoinSum>()
  let cents: bigint | null = 0n
  let owing = 0
  for (const earned of earnings) {
    const network = networks.find(({ alias }) => alias === earned.chain_alias)
    if (!network || network.is_testnet) continue
    const amounts = listAmounts(earned, network)
    for (const { coin, owed, paid } of amounts) {
      const key = `${coin.symbol} ${coin.decimals}`
      const sum = sums.get(key) ?? { coin, owed: 0n, paid: 0n }
      sums.set(key, { coin, owed: sum.owed + owed, paid: sum.paid + paid })
    }
    if (amounts.some(({ owed }) => owed > 0n)) owing += 1
    const worth = owedCents(earned, network, findRate(earned.chain_alias))
    cents = cents === null || worth === null ? null : cents + worth
  }
  const coins = [...sums.values()]
    .filter(({ owed, paid }) => owed + paid > 0n)
    .sort((one, other) => (one.owed === other.owed ? 0 : one.owed > other.owed ? -1 : 1))
  return { coins, cents, owing }
}

/** Returns the symbols of the coins that real networks pay in, before a first mint too. */
export function listCoins(earnings: NetworkEarnings[], networks: Network[]): string[] {
  const paying = networks.filter(
    ({ alias, is_testnet }) =>
      !is_testnet && earnings.some(({ chain_alias }) => chain_alias === alias),
  )
  return [...new Set(paying.map(({ native_currency }) => native_currency.symbol))]
}

/** Returns the amounts of a network in its coin and in the token that wraps it. */
export function listAmounts(earned: NetworkEarnings, network: Network): CoinSum[] {
  const native = {
    coin: network.native_currency,
    owed: BigInt(earned.owed_wei),
    paid: BigInt(earned.paid_wei),
  }
  if (!earned.wrapped_token) return [native]
  const wrapped = {
    coin: earned.wrapped_token,
    owed: sumKnown(earned.splits.map(({ wrapped_owed }) => wrapped_owed)),
    paid: sumKnown(earned.splits.map(({ wrapped_paid }) => wrapped_paid)),
  }
  return [native, wrapped]
}

/**
 * Returns the worth in whole cents of all that a network owes, rounded down, wrapped coins at the
 * rate of the coin; 0 where nothing is owed, null without a rate.
 */
export function owedCents(
  earned: NetworkEarnings,
  network: Network,
  rate: number | undefined,
): bigint | null {
  const owed = listAmounts(earned, network).reduce((sum, amount) => sum + amount.owed, 0n)
  if (owed === 0n) return 0n
  return rate === undefined || network.is_testnet
    ? null
    : toCents(owed, rate, network.native_currency.decimals)
}

/** Decimals of a rate that are used, as the server uses for the balance. */
const RATE_DECIMALS = 12

/** Returns the worth of an amount in whole cents, rounded down; `rate` is USD for one coin. */
export function toCents(amount: bigint, rate: number, decimals: number): bigint {
  const [whole = '0', fraction = ''] = rate.toFixed(RATE_DECIMALS).split('.')
  return (amount * BigInt(whole + fraction)) / 10n ** BigInt(decimals + RATE_DECIMALS - 2)
}

function sumKnown(amounts: (string | null)[]): bigint {
  return amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n)
}
