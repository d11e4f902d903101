import { parseUnits } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { listCurrencies } from '../../currencies/service.ts'
import type { OwedAmount } from './owed-amounts.ts'

type Balance = {
  /** USD, rounded down to whole cents. */
  balance: number
  balance_unpriced: { currency: string; amount_wei: bigint }[]
}

/**
 * Sums the USD value of amounts, rounded down once; amounts without a rate are listed
 * instead.
 */
export function toBalance(
  context: AppContext,
  amounts: Pick<OwedAmount, 'chain_id' | 'amount_wei'>[],
): Balance {
  const currencies = listCurrencies(context)
  let worth = 0n
  const balance_unpriced: Balance['balance_unpriced'] = []
  for (const { chain_id, amount_wei } of amounts) {
    const coin = currencies.find((one) => one.chain_id === chain_id && one.is_native)
    if (!coin || amount_wei === 0n) continue
    if (coin.usd_rate === null) {
      balance_unpriced.push({ currency: coin.id, amount_wei })
      continue
    }
    worth +=
      amount_wei * 10n ** BigInt(MAX_DECIMALS - coin.decimals) * scaled(coin.usd_rate)
  }
  const cents = worth / 10n ** BigInt(MAX_DECIMALS + RATE_DECIMALS - 2)
  return { balance: Number(cents) / 100, balance_unpriced }
}

/** Returns the worth of an amount of wei in USD, rounded to cents. */
export function convertToUsd(
  amount_wei: bigint,
  { decimals }: { decimals: number },
  usd_rate: number,
): number {
  const unit = 10n ** BigInt(decimals + RATE_DECIMALS - 2)
  return Number((amount_wei * scaled(usd_rate) + unit / 2n) / unit) / 100
}

/** Upper bound of a coin's decimals. */
const MAX_DECIMALS = 36

/** Decimals of a rate that are used. */
const RATE_DECIMALS = 12

function scaled(rate: number): bigint {
  return parseUnits(rate.toFixed(RATE_DECIMALS), RATE_DECIMALS)
}
