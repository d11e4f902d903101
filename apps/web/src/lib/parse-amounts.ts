import { formatUnits } from '@platemark/rules/amounts'

/** The value of a text, or the sentence that states what to change. */
export type Parsed<Value> = { value: Value } | { problem: string }

const GWEI_DECIMALS = 9
/** The contracts hold a price in 80 bits. */
const MAX_PRICE_WEI = 2n ** 80n - 1n
/** Supply counters have 28 bits, and the contracts reserve one value. */
const MAX_TOKENS = 268_435_454

/**
 * Parses a price in whole coins, `0.004`, to wei. Prices are whole gwei, and 0 or at least
 * half of the mint fee in wei, where that is known.
 */
export function parsePrice(
  text: string,
  { decimals, symbol, mintFeeWei }: Coin & { mintFeeWei?: bigint | undefined },
): Parsed<bigint> {
  const typed = text.trim()
  if (typed === '') return { problem: 'Enter a price, or 0 to make it free.' }
  if (typed.startsWith('-')) return { problem: 'A price is 0 or more.' }
  if (typed.includes(',')) return { problem: 'Write decimals with a point.' }
  const [, whole = '', fraction = ''] = /^(\d*)\.?(\d*)$/.exec(typed) ?? []
  if (whole === '' && fraction === '') {
    return { problem: 'Enter the price as a number, like 0.05.' }
  }
  const most = decimals - GWEI_DECIMALS
  if (fraction.replace(/0+$/, '').length > most) {
    return { problem: `Use at most ${most} digits after the point.` }
  }
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (value > MAX_PRICE_WEI) return { problem: 'This price is too high.' }
  if (mintFeeWei !== undefined && value > 0n && value * 2n < mintFeeWei) {
    const least = formatUnits((mintFeeWei + 1n) / 2n, decimals)
    return { problem: `Use 0, or at least ${least} ${symbol}: half the mint fee.` }
  }
  return { value }
}

type Coin = { decimals: number; symbol: string }

/** Parses a number of tokens, with or without commas between thousands: `1,200`. */
export function parseCount(
  text: string,
  what: string,
  most = MAX_TOKENS,
): Parsed<number> {
  const typed = text.trim()
  if (typed === '') return { problem: `Enter ${what}.` }
  const isGrouped = /^\d{1,3}([, ]\d{3})+$/.test(typed)
  const digits = isGrouped ? typed.replaceAll(/[, ]/g, '') : typed
  if (!/^\d+$/.test(digits)) return { problem: 'Enter a whole number.' }
  const value = Number(digits)
  if (value < 1) return { problem: 'Enter at least 1.' }
  if (value > most) return { problem: `Enter at most ${most.toLocaleString('en')}.` }
  return { value }
}

/** Parses a percentage with up to two digits after the point to basis points. */
export function parsePercent(text: string, most: number): Parsed<number> {
  const typed = text.trim().replace(/\s*%$/, '')
  if (typed === '') return { problem: 'Enter a percentage.' }
  if (typed.includes(',')) return { problem: 'Write decimals with a point.' }
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(typed) ?? []
  if (whole === '') return { problem: 'Enter a percentage, like 5 or 7.5.' }
  if (fraction.length > 2) return { problem: 'Use at most 2 digits after the point.' }
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (value > most * 100) return { problem: `At most ${most}%.` }
  return { value }
}

/** Writes basis points as a percentage without the sign: `7.5`. */
export function formatPercent(bps: number): string {
  return String(bps / 100)
}
