// Dates in UTC, the same text on every machine.

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
  ...['September', 'October', 'November', 'December'],
]

const nbsp = '\u00a0'

function toParts(instant: string) {
  const date = new Date(instant)
  const month = months[date.getUTCMonth()] ?? ''
  return { day: date.getUTCDate(), month, year: date.getUTCFullYear() }
}

/** Formats an instant as `16 February 2026`, in UTC. */
export function formatLongDate(instant: string): string {
  const { day, month, year } = toParts(instant)
  return `${day}${nbsp}${month} ${year}`
}

/** Formats an instant as `16 February 2026, 00:00 UTC`. */
export function formatLongTime(instant: string): string {
  return `${formatLongDate(instant)}, ${instant.slice(11, 16)}${nbsp}UTC`
}

/** Formats a span of days: `2 to 16 February 2026`, `1 February to 1 March 2026`. */
export function formatDateSpan(from: string, until: string): string {
  const start = toParts(from)
  const end = formatLongDate(until)
  const { month, year } = toParts(until)
  if (start.year !== year) return `${formatLongDate(from)} to ${end}`
  if (start.month !== month) return `${start.day}${nbsp}${start.month} to ${end}`
  return start.day === toParts(until).day ? end : `${start.day} to ${end}`
}
