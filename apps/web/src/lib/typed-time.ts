import { resolveZoneTime, toZoneTime } from '@platemark/rules/zone-times'
import { formatUtcDay, formatUtcTime } from './format.ts'

/** Which of two equal wall-clock times is meant; empty: not chosen. */
export type ChosenHour = '' | 'first' | 'second'

/** Returns the instant that a typed time means in unix seconds, or the sentence on it. */
export function readTypedTime(
  text: string,
  chosen: ChosenHour,
  zone: string,
): number | string {
  const found = resolveZoneTime(text, zone)
  if (!found) return 'Enter a day and a time.'
  if (found.kind === 'once') return found.at
  if (found.kind === 'never') {
    return 'Clocks are set forward, so this time does not exist on that day.'
  }
  if (chosen === '')
    return 'Clocks are set back, so this time occurs twice. Choose which one.'
  return chosen === 'first' ? found.first : found.second
}

/** Returns which of two equal hours an instant is: a stored time was decided once. */
export function chosenHour(at: number, zone: string): ChosenHour {
  const found = resolveZoneTime(toZoneTime(at, zone), zone)
  if (found?.kind !== 'twice') return ''
  return found.first === at ? 'first' : 'second'
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Formats unix seconds in UTC: `Thu 3 Dec 2026, 17:00 UTC`. */
export function formatInstantInUtc(at: number): string {
  const date = new Date(at * 1000)
  const instant = date.toISOString()
  const day = `${days[date.getUTCDay()]} ${formatUtcDay(instant)} ${date.getUTCFullYear()}`
  return `${day}, ${formatUtcTime(instant)} UTC`
}
