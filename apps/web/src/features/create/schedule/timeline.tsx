import { toZoneTime } from '@platemark/rules/zone-times'
import { formatOpenFor, type TimedPhase } from './phase-times.ts'
import { findWindow, listTicks } from './timeline-ticks.ts'

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
  const { from, until } = window
  const placeOf = (at: number) =>
    (Math.min(Math.max((at - from) / (until - from), 0), 1) * 100).toFixed(3)
  return (
    <div className="timeline">
      <div className="ticks" aria-hidden="true">
        {listTicks(from, until, zone).map(({ at, label }) => (
          <span key={at} style={{ left: `${placeOf(at)}%` }}>
            {label}
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
              className={`bar ${phase.kind} ${end > until ? 'goes-on' : ''}`}
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
