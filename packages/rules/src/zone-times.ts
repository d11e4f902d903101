import { nameOffset } from './times.ts'

/** A wall-clock time resolved in a time zone; instants in unix seconds. */
export type ZoneInstant =
  | { kind: 'once'; at: number }
  /** Clocks are set back: the time is there twice. */
  | { kind: 'twice'; first: number; second: number }
  /** Clocks are set forward over it; `before` and `after` are as far from the change. */
  | { kind: 'never'; before: number; after: number }

const HOUR_MS = 3_600_000

/** Hours around a time in which a zone may have another offset: offsets differ by 26 hours. */
const MAX_OFFSET_HOURS = 30

/**
 * Resolves a wall-clock time (`2026-12-03T18:00`, the value of a `datetime-local` field) in an
 * IANA time zone; undefined for a text that is no time. Throws RangeError for an unknown zone.
 */
export function resolveZoneTime(local: string, zone: string): ZoneInstant | undefined {
  const wall = parseWall(local)
  if (wall === undefined) return undefined
  const offsets = new Set<number>()
  for (let hours = -MAX_OFFSET_HOURS; hours <= MAX_OFFSET_HOURS; hours += 6) {
    offsets.add(offsetAt(wall + hours * HOUR_MS, zone))
  }
  const [first, second] = [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => offsetAt(at, zone) === wall - at)
    .sort((a, b) => a - b)
  if (first !== undefined) {
    return second === undefined
      ? { kind: 'once', at: first / 1000 }
      : { kind: 'twice', first: first / 1000, second: second / 1000 }
  }
  const shifted = [...offsets].map((offset) => wall - offset)
  return {
    kind: 'never',
    before: Math.min(...shifted) / 1000,
    after: Math.max(...shifted) / 1000,
  }
}

/** Returns the wall-clock time of an instant in a zone, for a `datetime-local` field. */
export function toZoneTime(at: number, zone: string): string {
  const wall = new Date(at * 1000 + offsetAt(at * 1000, zone)).toISOString()
  return wall.slice(0, wall.endsWith(':00.000Z') ? 16 : 19)
}

/** Names a zone with the offset that it has at an instant: `Berlin, GMT+1`; `UTC`. */
export function nameZone(zone: string, at: number): string {
  if (zone === 'UTC') return 'UTC'
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return `${city}, ${nameOffset(offsetAt(at * 1000, zone) / 60_000)}`
}

/**
 * Returns whether a time zone is known by this name. Offsets such as +01:00 are no zones: they
 * have no daylight saving time.
 */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return false
  try {
    formatFor(zone)
    return true
  } catch {
    return false
  }
}

/** Lists the time zones that can be chosen, UTC first. */
export function listTimeZones(): string[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
  return ['UTC', ...zones]
}

/** Parses a wall-clock time as if it were UTC, in milliseconds; undefined if it is none. */
function parseWall(local: string): number | undefined {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local)) return undefined
  const wall = Date.parse(`${local}Z`)
  // A day that the month does not have is taken for one of the next month.
  const isReal = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(local)
  return isReal ? wall : undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  formats.set(zone, format)
  return format
}

/** Returns the offset of a zone in milliseconds at an instant in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day, hour, minute, second } = parts
  return (
    Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
  )
}
