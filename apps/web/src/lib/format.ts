const nbsp = '\u00a0'

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
  if (days > 0) return `${days}d${nbsp}${twoDigits(hours)}h`
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`
}

/** `3d 02h`, `9h 30m`, under an hour `12:07`: what is left until an end. */
export function formatLeft(ms: number): string {
  const { days, hours, minutes, seconds } = remaining(ms)
  if (days > 0) return `${days}d${nbsp}${twoDigits(hours)}h`
  if (hours > 0) return `${hours}h${nbsp}${twoDigits(minutes)}m`
  return `${twoDigits(minutes)}:${twoDigits(seconds)}`
}

export function twoDigits(value: number): string {
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
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** `24 Nov` in UTC. */
export function formatUtcDay(instant: string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()}${nbsp}${months[date.getUTCMonth()]}`
}

/** `24 Nov, 19:00` in the viewer's zone: only after hydration. */
export function formatLocal(instant: string): string {
  const date = new Date(instant)
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
  return `${date.getDate()}${nbsp}${months[date.getMonth()]}, ${time}`
}

/** Seconds in words: `24 hours`, `3 days`, `90 minutes`. */
export function formatDuration(seconds: number): string {
  const [count, unit] =
    seconds >= 172_800 && seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds >= 3600 && seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Counts characters as the API's limits do: trimmed and in Unicode form C. */
export function countCharacters(text: string): number {
  return [...text.normalize('NFC').trim()].length
}
