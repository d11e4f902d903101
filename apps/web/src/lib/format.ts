const nbsp = '\u00a0'

type Remaining = { days: number; hours: number; minutes: number; seconds: number }

/** Splits a remaining time into units; negative times count as zero. */
export function remaining(ms: number): Remaining {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** Formats a countdown: `2d 04h`, under a day `07:41:12`. */
export function formatCountdown(ms: number): string {
  const { days, hours, minutes, seconds } = remaining(ms)
  if (days > 0) return `${days}d${nbsp}${twoDigits(hours)}h`
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`
}

/** Formats the time until an end: `3d 02h`, `9h 30m`, under an hour `12:07`. */
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

/** Formats `24 Nov, 18:00` in UTC, the same on every machine: for SSR. */
export function formatUtc(instant: string): string {
  return `${formatUtcDay(instant)}, ${formatUtcTime(instant)}`
}

/** Formats `18:00` in UTC. */
export function formatUtcTime(instant: string): string {
  const date = new Date(instant)
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** Formats `24 Nov` in UTC. */
export function formatUtcDay(instant: string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()}${nbsp}${months[date.getUTCMonth()]}`
}

/** Formats `24 Nov, 19:00` in the viewer's time zone: only after hydration. */
export function formatLocal(instant: string): string {
  const date = new Date(instant)
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
  return `${date.getDate()}${nbsp}${months[date.getMonth()]}, ${time}`
}
