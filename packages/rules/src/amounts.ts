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
 * Formats an amount for reading: thousands grouped, at most `places` digits after the point (more
 * when it would read as zero), a non-breaking space before the symbol.
 */
export function formatAmount(
  value: bigint,
  { decimals = 18, symbol = '', places = 6 } = {},
): string {
  const [whole = '0', fraction = ''] = formatUnits(value, decimals).split('.')
  const isZero = /^-?0$/.test(whole)
  const leading = isZero ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const kept = fraction.slice(0, Math.max(places, leading + 2)).replace(/0+$/, '')
  return `${group(whole)}${kept && `.${kept}`}${symbol && nbsp + symbol}`
}

/** Formats dollars: `~$12.34`, below a cent `<$0.01`. `rate` is USD for one whole unit. */
export function formatUsd(value: bigint, rate: number, decimals = 18): string {
  const dollars = Number(formatUnits(value, decimals)) * rate
  if (dollars > 0 && dollars < 0.01) return '<$0.01'
  const [whole = '0', cents = '00'] = dollars.toFixed(2).split('.')
  return `~$${group(whole)}.${cents}`
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
