import { NEVER_ENDS } from './collection-state.ts'

const nbsp = '\u00a0'
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

export type Moment = {
  /** `Sat 21 Nov, 17:00`: the viewer's time, or UTC. */
  main: string
  /** `16:00 UTC` beside the viewer's time, with its day if that differs; `UTC` where it is `main`. */
  utc: string
}

/**
 * Formats unix seconds in the viewer's time with UTC beside it, or in UTC alone while the time
 * zone is unknown (on the server). With the year where it differs from that of `now`; null for
 * `NEVER_ENDS`.
 */
export function toMoment(at: number, isViewerKnown = true, now?: number): Moment | null {
  if (at >= NEVER_ENDS) return null
  const date = new Date(at * 1000)
  const isUtc = !isViewerKnown || date.getTimezoneOffset() === 0
  const yearOf = (time: Date) => (isUtc ? time.getUTCFullYear() : time.getFullYear())
  const isOtherYear = now !== undefined && yearOf(new Date(now * 1000)) !== yearOf(date)
  const year = isOtherYear ? `${nbsp}${yearOf(date)}` : ''
  const utcTime = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  const utcDay = dayOf(date.getUTCDay(), date.getUTCDate(), date.getUTCMonth())
  if (isUtc) {
    return { main: `${utcDay}${year}, ${utcTime}`, utc: 'UTC' }
  }
  const day = dayOf(date.getDay(), date.getDate(), date.getMonth())
  const utc = `${utcDay === day ? '' : `${utcDay}, `}${utcTime}${nbsp}UTC`
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  return { main: `${day}${year}, ${time}`, utc }
}

/** Formats a time like `toMoment`, in one string: `Sat 21 Nov, 17:00 (16:00 UTC)`. */
export function formatMoment(at: number, isViewerKnown = true, now?: number): string {
  const when = toMoment(at, isViewerKnown, now)
  if (!when) return 'the end of time'
  return when.utc === 'UTC' ? `${when.main}${nbsp}UTC` : `${when.main} (${when.utc})`
}

function dayOf(weekday: number, day: number, month: number): string {
  return `${days[weekday]}${nbsp}${day}${nbsp}${months[month]}`
}

/**
 * Returns a sentence on the time zone of these times (unix seconds), with the offsets that hold at
 * their dates: a zone has another one in summer, and today's is that of none of them perhaps.
 */
export function zoneSentence(isViewerKnown: boolean, times: readonly number[]): string {
  const offsets = new Set(
    times
      .filter((at) => at < NEVER_ENDS)
      .map((at) => -new Date(at * 1000).getTimezoneOffset()),
  )
  if (!isViewerKnown || [...offsets].every((minutes) => minutes === 0)) {
    return 'Times are in UTC.'
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  // The names of `Etc/` zones have the sign of their offset reversed.
  const city = /^Etc\/|^[^/]*$/.test(zone) ? [] : [zone.split('/').at(-1)]
  const names = [...offsets].sort((a, b) => a - b).map(nameOffset)
  const inUse = names.length === 1 ? names : [`${names.join(' and ')} by date`]
  const place = [...city, ...inUse].join(', ').replaceAll('_', ' ')
  return `Times are yours (${place}), with UTC beside them.`
}

/** Names an offset in minutes: `GMT+1`, `GMT-3:30`, `GMT`. */
export function nameOffset(minutes: number): string {
  if (minutes === 0) return 'GMT'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`
}

/** Formats a duration: `1 d 01:48:00`, under a day `01:48:00`. */
export function timeUntil(seconds: number): string {
  const left = Math.max(0, seconds)
  const hours = Math.floor(left / 3600) % 24
  const clock = [hours, Math.floor(left / 60) % 60, left % 60].map(two).join(':')
  const whole = Math.floor(left / 86_400)
  return whole > 0 ? `${whole}${nbsp}d${nbsp}${clock}` : clock
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Formats a duration in seconds: `24 hours`, `3 days`, `90 minutes`. */
export function formatDuration(seconds: number): string {
  const [count, unit] =
    seconds >= 172_800 && seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds >= 3600 && seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
