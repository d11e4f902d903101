import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { two } from '../../lib/format.ts'

const nbsp = '\u00a0'
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

export type When = {
  /** `Sat 21 Nov, 17:00`: the viewer's time, UTC in the painted view. */
  main: string
  /** `16:00 UTC` beside the viewer's time, with its day if that differs; `UTC` where it is the main one. */
  utc: string
}

/** Unix seconds for reading; null for a time as good as never. */
export function whenOf(at: number, isHydrated: boolean): When | null {
  if (at >= NEVER_ENDS) return null
  const date = new Date(at * 1000)
  const utcTime = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  if (!isHydrated || date.getTimezoneOffset() === 0) {
    const day = dayOf(date.getUTCDay(), date.getUTCDate(), date.getUTCMonth())
    return { main: `${day}, ${utcTime}`, utc: 'UTC' }
  }
  const day = dayOf(date.getDay(), date.getDate(), date.getMonth())
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  const isOtherDay = date.getUTCDate() !== date.getDate()
  const utcDay = dayOf(date.getUTCDay(), date.getUTCDate(), date.getUTCMonth())
  const utc = `${isOtherDay ? `${utcDay}, ` : ''}${utcTime}${nbsp}UTC`
  return { main: `${day}, ${time}`, utc }
}

/** The same in one sentence: `Sat 21 Nov, 17:00 (16:00 UTC)`. */
export function sayWhen(at: number, isHydrated: boolean): string {
  const when = whenOf(at, isHydrated)
  if (!when) return 'the end of time'
  return when.utc === 'UTC' ? `${when.main}${nbsp}UTC` : `${when.main} (${when.utc})`
}

/** `1 d 01:48:00`, under a day `01:48:00`. */
export function untilOf(seconds: number): string {
  const left = Math.max(0, seconds)
  const hours = Math.floor(left / 3600) % 24
  const clock = [hours, Math.floor(left / 60) % 60, left % 60].map(two).join(':')
  const whole = Math.floor(left / 86_400)
  return whole > 0 ? `${whole}${nbsp}d${nbsp}${clock}` : clock
}

/** Whose clock the times on this page follow. */
export function zoneSentence(isHydrated: boolean): string {
  if (!isHydrated || new Date().getTimezoneOffset() === 0) return 'Times are in UTC.'
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return `Times are yours (${city}), with UTC beside them.`
}

function dayOf(weekday: number, day: number, month: number): string {
  return `${days[weekday]}${nbsp}${day}${nbsp}${months[month]}`
}
