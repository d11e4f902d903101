import type { OpenSession } from '@platemark/api/session'
import { twoDigits } from '../../../lib/format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Describes a session in two lines: start and last use, then origin and end. Times are in
 * the viewer's time zone.
 */
export function describeSession(
  session: Pick<
    OpenSession,
    'is_current' | 'created_at' | 'last_used_at' | 'expires_at' | 'network_prefix'
  >,
  now: number,
): [history: string, future: string] {
  const began = new Date(session.created_at)
  const used = session.is_current
    ? 'active now'
    : `used ${ago(now - Date.parse(session.last_used_at))}`
  const place = session.network_prefix ? `From ${session.network_prefix} · ` : ''
  return [
    `Signed in ${longDay(began)} ${began.getFullYear()}, ${timeOf(began)} · ${used}`,
    `${place}ends ${endOf(new Date(session.expires_at), new Date(now))}`,
  ]
}

function ago(ms: number): string {
  if (ms < minute) return 'a moment ago'
  if (ms < hour) return count(ms / minute, 'minute')
  if (ms < day) return count(ms / hour, 'hour')
  return count(ms / day, 'day')
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}

function endOf(end: Date, now: Date): string {
  const isToday = end.toDateString() === now.toDateString()
  return isToday ? `today, ${timeOf(end)}` : longDay(end)
}

function longDay(date: Date): string {
  return `${date.getDate()} ${months[date.getMonth()]}`
}

function timeOf(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
