import { NEVER_ENDS } from './collection-state.ts'

const nbsp = '\u00a0'
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

/**
 * Unix seconds for reading, in the viewer's time: `Sat 21 Nov, 17:00 (16:00 UTC)`; the day
 * stands with UTC too where it is another.
 */
export function sayWhen(at: number): string {
  if (at >= NEVER_ENDS) return 'the end of time'
  const date = new Date(at * 1000)
  const utc = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${nbsp}UTC`
  const day = dayOf(date.getDay(), date.getDate(), date.getMonth())
  if (date.getTimezoneOffset() === 0) return `${day}, ${utc}`
  const utcDay = dayOf(date.getUTCDay(), date.getUTCDate(), date.getUTCMonth())
  const besides = utcDay === day ? utc : `${utcDay}, ${utc}`
  return `${day}, ${two(date.getHours())}:${two(date.getMinutes())} (${besides})`
}

function dayOf(weekday: number, day: number, month: number): string {
  return `${days[weekday]}${nbsp}${day}${nbsp}${months[month]}`
}

/** `1 d 01:48:00`, under a day `01:48:00`. */
export function untilOf(seconds: number): string {
  const left = Math.max(0, seconds)
  const hours = Math.floor(left / 3600) % 24
  const clock = [hours, Math.floor(left / 60) % 60, left % 60].map(two).join(':')
  const whole = Math.floor(left / 86_400)
  return whole > 0 ? `${whole}${nbsp}d${nbsp}${clock}` : clock
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
