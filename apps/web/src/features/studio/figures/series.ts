import type { StudioStats } from '@platemark/api/stats'

/** Range of the figures: the last 7 days, or everything. */
export type Period = 'week' | 'all'

/** Request of the statistics, and how its intervals are shown. */
export type StatsRange = { interval: 'hour' | 'day'; from?: string }

export type SeriesPhase = { phaseId: number; title: string }

/** One bar of the chart, one row of its table. Amounts are wei. */
export type SeriesRow = {
  /** Its beginning, ms since 1970. */
  start: number
  /** Tokens by phase, in the order of `phases`. */
  counts: number[]
  revenueWei: bigint
  /** Revenue from the start of the collection to the end of the row. */
  sumWei: bigint
}

export type Series = {
  phases: SeriesPhase[]
  rows: SeriesRow[]
  /** Length of a row. */
  unit: 'hour' | 'day'
  /** Days begin at midnight in UTC; otherwise in the zone of the viewer. */
  isUtc: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Hours are read for at most so many days, and added to days of the viewer. */
const MAX_LOCAL_DAYS = 29

/** Collections up to this age are shown by hour. */
const MAX_HOUR_ROWS = 48

/**
 * Returns which statistics to read at `now` for a collection made at `madeAt` (ms since 1970):
 * hours, which add up to days of the viewer, unless they are too many or the zone of the viewer
 * is not whole hours from UTC.
 */
export function chooseRange(period: Period, madeAt: number, now: number): StatsRange {
  const isShort = now - madeAt < MAX_LOCAL_DAYS * DAY_MS
  const weekStart = new Date(now)
  if (!isWholeHours(now)) {
    weekStart.setUTCHours(0, 0, 0, 0)
    weekStart.setUTCDate(weekStart.getUTCDate() - 6)
  } else {
    weekStart.setHours(0, 0, 0, 0)
    weekStart.setDate(weekStart.getDate() - 6)
  }
  const isWeek = period === 'week' && weekStart.getTime() > madeAt
  const interval = isWholeHours(now) && (isWeek || isShort) ? 'hour' : 'day'
  return isWeek ? { interval, from: weekStart.toISOString() } : { interval }
}

/** Returns whether the clock of the viewer is whole hours from UTC, in winter and summer. */
function isWholeHours(now: number): boolean {
  return [0, 182].every(
    (days) => new Date(now - days * DAY_MS).getTimezoneOffset() % 60 === 0,
  )
}

/** Returns the statistics as rows by hour or by day, with every phase that has a mint. */
export function toSeries(
  stats: StudioStats,
  titles: ReadonlyMap<number, string>,
): Series {
  const phases = stats.since_start.phases.map(({ phase_id, title }) => ({
    phaseId: phase_id,
    title: title ?? titles.get(phase_id) ?? `Phase ${phase_id}`,
  }))
  const areHours = stats.interval === 'hour'
  const unit = areHours && stats.buckets.length <= MAX_HOUR_ROWS ? 'hour' : 'day'
  const before = BigInt(stats.since_start.revenue_wei) - BigInt(stats.total.revenue_wei)
  const rows: SeriesRow[] = []
  for (const bucket of stats.buckets) {
    const at = Date.parse(bucket.start)
    const start = unit === 'day' && areHours ? startOfDay(at) : at
    let row = rows.at(-1)
    if (row?.start !== start) {
      const sumWei = row?.sumWei ?? before
      row = { start, counts: phases.map(() => 0), revenueWei: 0n, sumWei }
      rows.push(row)
    }
    addBucket(row, bucket, phases)
  }
  return { phases, rows, unit, isUtc: !areHours }
}

function addBucket(
  row: SeriesRow,
  bucket: StudioStats['buckets'][number],
  phases: SeriesPhase[],
) {
  row.revenueWei += BigInt(bucket.revenue_wei)
  row.sumWei += BigInt(bucket.revenue_wei)
  for (const { phase_id, minted } of bucket.phases) {
    const place = phases.findIndex(({ phaseId }) => phaseId === phase_id)
    row.counts[place] = (row.counts[place] ?? 0) + minted
  }
}

/** Returns midnight of the viewer before `at`. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
