const GWEI = 1_000_000_000n
/** The contracts hold a price in 80 bits. */
const MAX_PRICE_WEI = 2n ** 80n - 1n

/** Returns the cost of `quantity` tokens in wei, without the network fee. */
export function mintTotal(
  priceWei: bigint,
  mintFeeWei: bigint,
  quantity: number,
): bigint {
  return (priceWei + mintFeeWei) * BigInt(quantity)
}

/** Returns whether the contracts accept a price: whole gwei, and 0 or at least half the mint fee. */
export function isAllowedPrice(priceWei: bigint, mintFeeWei: bigint): boolean {
  const fits = priceWei >= 0n && priceWei <= MAX_PRICE_WEI
  if (!fits || priceWei % GWEI !== 0n) return false
  return priceWei === 0n || priceWei * 2n >= mintFeeWei
}

/** Splits the mint fee of one token, in wei; the price goes to the creator alone. */
export function feeShares(
  priceWei: bigint,
  mintFeeWei: bigint,
  isReferred: boolean,
): { creatorWei: bigint; platformWei: bigint; referrerWei: bigint } {
  const tenth = mintFeeWei / 10n
  const creatorWei = priceWei === 0n ? tenth * 5n : 0n
  const referrerWei = isReferred ? tenth * 2n : 0n
  return {
    creatorWei,
    platformWei: mintFeeWei - creatorWei - referrerWei,
    referrerWei,
  }
}
