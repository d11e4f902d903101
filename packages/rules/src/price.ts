import { formatAmount, roundToGwei } from './amounts.ts'
import type { CountedPhase } from './collection-state.ts'
import { PUBLIC_PHASE_ID } from './states.ts'

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

/**
 * Returns the network fee of a mint and its total as they are shown, in wei: the fee is rounded
 * up to gwei before it is added, so that the rows add up to the total that is shown.
 */
export function shownTotal({
  totalWei,
  networkFeeWei,
}: {
  totalWei: bigint
  networkFeeWei: bigint | null
}): { networkFeeWei: bigint | null; wholeWei: bigint } {
  if (networkFeeWei === null) return { networkFeeWei, wholeWei: totalWei }
  const feeWei = roundToGwei(networkFeeWei)
  return { networkFeeWei: feeWei, wholeWei: totalWei + feeWei }
}

/**
 * Returns what a wallet needs, has and lacks as it is shown, in wei: rounded to gwei, what it
 * has down and what it must pay up, so that the missing amount is never too small and the three
 * agree.
 */
export function shownFunds({
  balanceWei,
  missingWei,
}: {
  balanceWei: bigint
  missingWei: bigint
}): { neededWei: bigint; balanceWei: bigint; missingWei: bigint } {
  const neededWei = roundToGwei(balanceWei + missingWei)
  const hasWei = roundToGwei(balanceWei, 'down')
  return { neededWei, balanceWei: hasWei, missingWei: neededWei - hasWei }
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

/** The price of one token for a visitor without a wallet; all of it, with the network fee aside. */
export type PriceTerms = {
  priceWei: bigint
  mintFeeWei: bigint
  /** Only wallets of an allowlist pay it, and their entries may have prices of their own. */
  isAllowlistOnly: boolean
}

/** Returns the price of a phase as it is shown before a wallet is connected. */
export function priceTerms(
  phase: Pick<CountedPhase, 'phaseId' | 'priceWei'>,
  mintFeeWei: bigint,
): PriceTerms {
  const isAllowlistOnly = phase.phaseId !== PUBLIC_PHASE_ID
  return { priceWei: phase.priceWei, mintFeeWei, isAllowlistOnly }
}

/**
 * Writes a price before a wallet is connected, with the mint fee beside it: `0.0006 ETH +
 * 0.0001 fee`, `Free + 0.0001 fee`, `from 0.001 ETH, allowlist only`. No price is shown
 * without its fee, since the fee is paid with it.
 */
export function formatPrice(
  terms: PriceTerms,
  coin: { decimals: number; symbol: string },
): string {
  const { priceWei, isAllowlistOnly } = terms
  const price = priceWei === 0n ? 'Free' : formatAmount(priceWei, coin)
  const from = isAllowlistOnly && priceWei > 0n ? 'from ' : ''
  return `${from}${price}${feeText(terms, coin)}${isAllowlistOnly ? ', allowlist only' : ''}`
}

/** Returns ` + 0.0001 fee` in the coin of the price beside it, or nothing for no fee. */
export function feeText(
  { mintFeeWei }: Pick<PriceTerms, 'mintFeeWei'>,
  { decimals }: { decimals: number },
): string {
  return mintFeeWei === 0n ? '' : ` + ${formatAmount(mintFeeWei, { decimals })}\u00a0fee`
}
