import { now } from '../lib/clock.ts'
import { formatLocal, formatUtc, twoDigits } from '../lib/format.ts'
import { useHydrated } from '../lib/use-hydrated.ts'

/**
 * Relative time of an event: `4 min ago`, `Thu 17:20`, `21 Nov`. SSR shows UTC; the exact
 * time is shown on hover.
 */
export function Ago({ at }: { at: string }) {
  const isHydrated = useHydrated()
  const title = isHydrated
    ? `${formatLocal(at)} (${formatUtc(at)} UTC)`
    : `${formatUtc(at)} UTC`
  return (
    <time dateTime={at} title={title}>
      {isHydrated ? formatAgo(at, now()) : formatUtc(at)}
    </time>
  )
}

const nbsp = '\u00a0'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats an instant relative to `at` (ms) in the viewer's time zone. */
export function formatAgo(instant: string, at: number): string {
  const date = new Date(instant)
  const passed = at - date.getTime()
  if (passed < minute) return 'just now'
  if (passed < hour) return `${Math.floor(passed / minute)}${nbsp}min ago`
  if (passed < day) return `${Math.floor(passed / hour)}${nbsp}h ago`
  if (passed < 6 * day) {
    const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
    return `${weekdays[date.getDay()]}${nbsp}${time}`
  }
  const [dayAndMonth = ''] = formatLocal(instant).split(',')
  const isThisYear = date.getFullYear() === new Date(at).getFullYear()
  return isThisYear ? dayAndMonth : `${dayAndMonth}${nbsp}${date.getFullYear()}`
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
