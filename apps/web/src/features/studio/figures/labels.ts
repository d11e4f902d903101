import { nameOffset } from '@platemark/rules/times'
import { formatLocal, formatUtcDay } from '../../../lib/format.ts'
import type { Series } from './series.ts'

/** Returns the label of a row: `1 Nov`, of an hour `20 Nov, 14:00`. */
export function labelRow(start: number, { unit, isUtc }: Series): string {
  const instant = new Date(start).toISOString()
  if (isUtc) return formatUtcDay(instant)
  const label = formatLocal(instant)
  return unit === 'hour' ? label : label.slice(0, label.indexOf(','))
}

/** Returns the short label of a row beneath the chart: the day, or the time of an hour. */
export function labelTick(start: number, series: Series): string {
  const label = labelRow(start, series)
  return series.unit === 'hour' ? label.slice(label.indexOf(',') + 2) : label
}

/** Returns in which zone the rows begin: `Your time, GMT+1`, or `Times in UTC`. */
export function labelZone({ isUtc, rows }: Series): string {
  const start = rows[0]?.start
  if (isUtc || start === undefined) return 'Days in UTC'
  const minutes = -new Date(start).getTimezoneOffset()
  return minutes === 0 ? 'Times in UTC' : `Your time, ${nameOffset(minutes)}`
}
