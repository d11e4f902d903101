const nbsp = '\u00a0'

/**
 * Returns a number of base units as an exact decimal string: `formatUnits(15n, 1)` is `1.5`.
 * Equal to viem's function, which would make the first view larger.
 */
export function formatUnits(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/**
 * How an amount is written. There are three ways, and each place that shows one chooses:
 *
 * - exact to the last base unit (`formatAmount`): where it is acted on, such as a total to pay,
 *   an amount withdrawn, a price in a sentence;
 * - rounded before it is added (`roundToGwei`): what must be paid or is missing up, what a
 *   wallet has down, so that no figure is too good and rows add up to the total below them;
 * - short, with 6 places (`shortenAmount`): lists and narrow places, which show the exact form
 *   on hover and focus (component `Amount` of the web app).
 *
 * Dollars to pay are rounded up to a cent (`formatUsdUp`).
 */
type Coin = { decimals?: number; symbol?: string }

const SHORT_PLACES = 6

/** Longest amount that stays on one line with its symbol, in characters. */
const MAX_KEPT_TOGETHER = 12

/**
 * Formats an amount exactly: thousands grouped, no trailing zeros, and a non-breaking space before
 * the symbol. A line may break before the symbol of a longer amount, or it would break inside.
 */
export function formatAmount(
  value: bigint,
  { decimals = 18, symbol = '' }: Coin = {},
): string {
  const [whole = '0', fraction = ''] = formatUnits(value, decimals).split('.')
  const amount = `${group(whole)}${fraction && `.${fraction}`}`
  if (!symbol) return amount
  return `${amount}${amount.length > MAX_KEPT_TOGETHER ? ' ' : nbsp}${symbol}`
}

/**
 * Returns an amount with 6 places, more when it is smaller; `exact` is its exact form where
 * that differs, else null. `down` is for what a wallet has.
 */
export function shortenAmount(
  value: bigint,
  coin: Coin = {},
  rounding: 'up' | 'down' = 'up',
): { text: string; exact: string | null } {
  const rounded = shortValue(value, coin, rounding)
  const exact = rounded === value ? null : formatAmount(value, coin)
  return { text: formatAmount(rounded, coin), exact }
}

/**
 * Rounds wei up, or what a wallet has down, to whole gwei, the unit of every price of the
 * contracts: rounded rows and their total then agree to the last digit shown.
 */
export function roundToGwei(wei: bigint, rounding: 'up' | 'down' = 'up'): bigint {
  return roundTo(wei, 10n ** 9n, rounding)
}

/** Keeps two digits of an amount below the last place, so that it never reads as zero. */
function shortValue(
  value: bigint,
  { decimals = 18 }: Coin,
  rounding: 'up' | 'down',
): bigint {
  const digits = (value < 0n ? -value : value).toString().length
  const kept = Math.max(SHORT_PLACES, decimals - digits + 2)
  return kept >= decimals
    ? value
    : roundTo(value, 10n ** BigInt(decimals - kept), rounding)
}

function roundTo(value: bigint, unit: bigint, rounding: 'up' | 'down'): bigint {
  // Division of bigints goes towards zero, so that a remainder has the sign of the value.
  const rest = value % unit
  if (rest === 0n) return value
  const floor = value - rest - (rest < 0n ? unit : 0n)
  return rounding === 'up' ? floor + unit : floor
}

/**
 * Formats dollars: `~$12.34`, below a cent `<$0.01`. `rate` is USD for one whole unit.
 * `formatUsdUp` is for what must be paid.
 */
export function formatUsd(value: bigint, rate: number, decimals = 18): string {
  return usd(value, rate, decimals, 'nearest')
}

/** Formats dollars to pay: as `formatUsd`, rounded up to whole cents. */
export function formatUsdUp(value: bigint, rate: number, decimals = 18): string {
  return usd(value, rate, decimals, 'up')
}

function usd(
  value: bigint,
  rate: number,
  decimals: number,
  rounding: 'nearest' | 'up',
): string {
  const { digits, places } = toDecimal(rate)
  const cent = 10n ** BigInt(decimals + places)
  const amount = value * digits * 100n
  if (amount > 0n && amount < cent) return '<$0.01'
  const cents =
    rounding === 'up' ? roundTo(amount, cent, 'up') / cent : (amount + cent / 2n) / cent
  const text = formatUnits(cents, 2)
  const [whole = '0', fraction = ''] = text.split('.')
  return `~$${group(whole)}.${fraction.padEnd(2, '0')}`
}

/** Returns a number as whole digits and the count of those after the point: 0.5 is 5 and 1. */
function toDecimal(value: number): { digits: bigint; places: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places >= 0
    ? { digits, places }
    : { digits: digits * 10n ** BigInt(-places), places: 0 }
}

/** Formats 1234567 as `1,234,567`, the same on every machine. */
export function formatCount(count: number | bigint): string {
  return group(String(count))
}

/** Shortens an address to its first six and last four characters: `0x7099…79C8`. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}
