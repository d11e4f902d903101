import { NEVER_ENDS } from './collection-state.ts'
import { toMoment } from './times.ts'
import { toZoneTime } from './zone-times.ts'

const nbsp = '\u00a0'

/** A time in the zone of its author, and in UTC. */
export type ZoneMoment = {
  /** `Thu 3 Dec 2026, 18:00` */
  main: string
  /** `17:00 UTC`, with its day if that differs; null where the zone is UTC. */
  utc: string | null
}

/** Formats unix seconds in an IANA time zone with UTC beside it; null for `NEVER_ENDS`. */
export function toZoneMoment(at: number, zone: string): ZoneMoment | null {
  if (at >= NEVER_ENDS) return null
  // The wall clock of the zone, read as if it were that of UTC.
  const main = formatDay(Date.parse(`${toZoneTime(at, zone)}Z`) / 1000)
  const utc = formatDay(at)
  if (main === utc) return { main, utc: null }
  const [day, time] = utc.split(', ')
  const isSameDay = main.startsWith(`${day},`)
  return { main, utc: `${isSameDay ? '' : `${day}, `}${time}${nbsp}UTC` }
}

/** Formats a distance from now with its two largest units: `in 3 days 4 h`, `5 min ago`, `now`. */
export function formatDistance(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  if (minutes === 0) return 'now'
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor(minutes / 60) % 24
  const parts =
    days > 0
      ? [`${days}${nbsp}${days === 1 ? 'day' : 'days'}`, hours > 0 && `${hours}${nbsp}h`]
      : [hours > 0 && `${hours}${nbsp}h`, minutes % 60 > 0 && `${minutes % 60}${nbsp}min`]
  const text = parts.filter(Boolean).join(' ')
  return seconds < 0 ? `${text} ago` : `in ${text}`
}

/** Formats a time in UTC with its year. */
function formatDay(at: number): string {
  // Compared with year 0, so that the year is always written.
  return toMoment(at, false, 0)?.main ?? ''
}
