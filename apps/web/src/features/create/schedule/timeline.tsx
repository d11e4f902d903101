import { toZoneTime } from '@platemark/rules/zone-times'
import { formatOpenFor, type TimedPhase } from './phase-times.ts'

type TimelineProps = {
  timed: readonly TimedPhase[]
  zone: string
  selected: number | undefined
  onSelect(phaseId: number): void
}

/** When phases are open, one below the other; a press selects one. */
export function Timeline({ timed, zone, selected, onSelect }: TimelineProps) {
  const window = findWindow(timed)
  if (!window) return null
  const { from, until, step } = window
  const placeOf = (at: number) =>
    (Math.min(Math.max((at - from) / (until - from), 0), 1) * 100).toFixed(3)
  const ticks: number[] = []
  for (let at = from; at < until; at += step) ticks.push(at)
  return (
    <div className="timeline">
      <div className="ticks" aria-hidden="true">
        {ticks.map((at) => (
          <span key={at} style={{ left: `${placeOf(at)}%` }}>
            {tickLabel(toZoneTime(at, zone), step)}
          </span>
        ))}
      </div>
      {timed.map(({ phase, start, end }) => {
        const left = Number(placeOf(start))
        const width = Math.max(Number(placeOf(end)) - left, 1)
        const isLate = left > 70
        return (
          <div className="lane" key={phase.phase_id}>
            <span
              className="lane-name"
              style={isLate ? { right: 0 } : { left: `${left}%` }}
            >
              <b>{phase.title.trim() || 'Phase'}</b>{' '}
              <span className="muted">{formatOpenFor(end - start)}</span>
            </span>
            <button
              type="button"
              className={`bar ${phase.kind}`}
              style={{ left: `${left}%`, width: `${width}%` }}
              aria-pressed={phase.phase_id === selected}
              aria-label={`${phase.title.trim() || 'Phase'}, opens ${toZoneTime(start, zone).replace('T', ' ')}, closes ${toZoneTime(end, zone).replace('T', ' ')}`}
              onClick={() => onSelect(phase.phase_id)}
            />
          </div>
        )
      })}
    </div>
  )
}

const HOUR = 3600
const steps = [1, 3, 6, 12, 24, 48, 72, 168, 336, 720, 2160, 8760].map((h) => h * HOUR)

const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

/** Formats a wall-clock time for a tick: `3 Dec`, within days `18:00`. */
function tickLabel(local: string, step: number): string {
  if (step < 24 * HOUR) return local.slice(11, 16)
  const [, month = '1', day = '1'] = local.slice(0, 10).split('-')
  return `${Number(day)} ${months[Number(month) - 1]}`
}

/** Seconds that are shown, and those between two ticks; undefined without phases. */
function findWindow(timed: readonly TimedPhase[]) {
  if (timed.length === 0) return undefined
  const from = Math.min(...timed.map(({ start }) => start))
  const lastStart = Math.max(...timed.map(({ start }) => start))
  const last = Math.max(...timed.map(({ end }) => end))
  const listEnds = timed.flatMap(({ phase, end }) =>
    phase.kind === 'public' ? [] : [end],
  )
  // A public phase of years would leave the others no width.
  const busy = Math.max(lastStart, ...listEnds) - from
  const until = Math.min(last, from + Math.max(busy * 1.8, 2 * 24 * HOUR))
  const step = steps.find((one) => (until - from) / one <= 6) ?? (until - from) / 5
  return { from, until, step }
}
