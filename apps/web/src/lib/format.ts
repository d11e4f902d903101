const nbsp = '\u00a0'

/** A whole number of base units as an exact decimal string: `formatUnits(15n, 1)` is `1.5`. */
export function formatUnits(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/**
 * An amount for reading: thousands grouped, at most `places` digits after the point (more
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

/** `~$12.34`; below a cent `<$0.01`. `rate` is USD for one whole unit. */
export function formatUsd(value: bigint, rate: number, decimals = 18): string {
  const dollars = Number(formatUnits(value, decimals)) * rate
  if (dollars > 0 && dollars < 0.01) return '<$0.01'
  const [whole = '0', cents = '00'] = dollars.toFixed(2).split('.')
  return `~$${group(whole)}.${cents}`
}

/** 1234567 as `1,234,567`, the same on every machine. */
export function formatCount(count: number | bigint): string {
  return group(String(count))
}

function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `0x7099…79C8`: six characters and the last four. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

type Remaining = { days: number; hours: number; minutes: number; seconds: number }

/** Splits a time still to pass; nothing is left of a negative one. */
export function remaining(ms: number): Remaining {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** `2d 04h`, under a day `07:41:12`: what a clock towards an opening shows. */
export function formatCountdown(ms: number): string {
  const { days, hours, minutes, seconds } = remaining(ms)
  if (days > 0) return `${days}d${nbsp}${two(hours)}h`
  return `${two(hours)}:${two(minutes)}:${two(seconds)}`
}

/** `3d 02h`, `9h 30m`, under an hour `12:07`: what is left until an end. */
export function formatLeft(ms: number): string {
  const { days, hours, minutes, seconds } = remaining(ms)
  if (days > 0) return `${days}d${nbsp}${two(hours)}h`
  if (hours > 0) return `${hours}h${nbsp}${two(minutes)}m`
  return `${two(minutes)}:${two(seconds)}`
}

export function two(value: number): string {
  return String(value).padStart(2, '0')
}

const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

/** `24 Nov, 18:00` in UTC, the same on every machine: for painted views. */
export function formatUtc(instant: string): string {
  return `${formatUtcDay(instant)}, ${formatUtcTime(instant)}`
}

/** `18:00` in UTC. */
export function formatUtcTime(instant: string): string {
  const date = new Date(instant)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}

/** `24 Nov` in UTC. */
export function formatUtcDay(instant: string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()}${nbsp}${months[date.getUTCMonth()]}`
}

/** `24 Nov, 19:00` in the viewer's zone: only after hydration. */
export function formatLocal(instant: string): string {
  const date = new Date(instant)
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  return `${date.getDate()}${nbsp}${months[date.getMonth()]}, ${time}`
}
