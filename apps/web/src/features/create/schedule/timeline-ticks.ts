import { resolveZoneTime, toZoneTime } from '@platemark/rules/zone-times'

/** Shown at least, so that the usual week of a public phase is there to its end. */
const MIN_SECONDS = 10 * 86_400

type Lane = { start: number; end: number; phase: { kind: 'allowlist' | 'public' } }

/** Returns the unix seconds that are shown, from the first start; undefined without phases. */
export function findWindow(timed: readonly Lane[]) {
  if (timed.length === 0) return undefined
  const from = Math.min(...timed.map(({ start }) => start))
  const lastStart = Math.max(...timed.map(({ start }) => start))
  const last = Math.max(...timed.map(({ end }) => end))
  const listEnds = timed.flatMap(({ phase, end }) =>
    phase.kind === 'public' ? [] : [end],
  )
  // A public phase of years would leave the others no width.
  const busy = Math.max(lastStart, ...listEnds) - from
  return { from, until: Math.min(last, from + Math.max(busy * 1.8, MIN_SECONDS)) }
}

/** An instant in unix seconds, with its day, or its hour within a day. */
export type Tick = { at: number; label: string }

const HOUR = 3600
const STEPS = [1, 3, 6, 12, 24, 48, 72, 168, 336, 720, 2160, 8760].map((h) => h * HOUR)
const MAX_TICKS = 6

/**
 * Returns up to six ticks between two instants, at whole hours or days of the zone: `4 Dec` at
 * midnight, `12:00` at other hours.
 */
export function listTicks(from: number, until: number, zone: string): Tick[] {
  const length = until - from
  const step = STEPS.find((one) => length / one <= MAX_TICKS) ?? length
  const ticks: Tick[] = []
  // Wall-clock times, read as if they were those of UTC.
  const start = Date.parse(`${toZoneTime(from, zone)}Z`) / 1000
  for (let wall = Math.ceil(start / step) * step; ; wall += step) {
    const local = new Date(wall * 1000).toISOString().slice(0, 16)
    const at = firstInstant(local, zone)
    // Nearer to the end a label has no room.
    if (at > until - length * 0.12) return ticks
    if (at >= from) ticks.push({ at, label: labelTick(local) })
  }
}

/** Returns the instant of a wall-clock time: the first of two, the next one of none. */
function firstInstant(local: string, zone: string): number {
  const found = resolveZoneTime(local, zone)
  if (found?.kind === 'once') return found.at
  return found?.kind === 'twice'
    ? found.first
    : (found?.after ?? Number.POSITIVE_INFINITY)
}

function labelTick(local: string): string {
  const time = local.slice(11)
  return time === '00:00' ? shortDay(local) : time
}

const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

/** Formats the day of a wall-clock time `2026-12-03T18:00` as `3 Dec`. */
export function shortDay(local: string): string {
  const [, month = '1', day = '1'] = local.slice(0, 10).split('-')
  return `${Number(day)} ${months[Number(month) - 1]}`
}
