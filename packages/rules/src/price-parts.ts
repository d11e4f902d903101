import { formatAmount, formatCount } from './amounts.ts'

type Priced = { priceWei: bigint; mintFeeWei: bigint; quantity: number }

/** Part of what is paid for a mint: its name with the count, and its amount. */
export type PricePart = { name: string; amount: string }

/**
 * Lists what a mint pays to its collection, part by part: the price, and the mint fee where there is
 * one. Page and demo wallet show the same.
 */
export function listPriceParts(
  { priceWei, mintFeeWei, quantity }: Priced,
  coin: { decimals: number; symbol: string },
): PricePart[] {
  const amount = (wei: bigint) => formatAmount(wei, coin)
  // A product never breaks in itself.
  const times = (wei: bigint) => `${formatCount(quantity)}\u00a0×\u00a0${amount(wei)}`
  const count = BigInt(quantity)
  const price =
    priceWei === 0n
      ? { name: 'Price', amount: 'Free' }
      : { name: `Price, ${times(priceWei)}`, amount: amount(priceWei * count) }
  if (mintFeeWei === 0n) return [price]
  return [
    price,
    { name: `Mint fee, ${times(mintFeeWei)}`, amount: amount(mintFeeWei * count) },
  ]
}
