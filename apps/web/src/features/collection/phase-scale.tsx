import { isOpen } from '@platemark/rules/collection-state'
import type { MintPhase } from '@platemark/rules/mint-phase'
import { measurePhases } from './measure-phases.ts'

type PhaseScaleProps = {
  /** Sorted by start. */
  phases: readonly MintPhase[]
  /** Chain time in unix seconds. */
  now: number
  /** SSR does not know the time of viewing. */
  isServerRendered: boolean
  /** Minting is paused or the whole collection is sold out: no phase is live. */
  isStopped: boolean
}

/**
 * Timeline of the phases: in one row where they follow each other, else in a row each on a
 * common axis.
 */
export function PhaseScale({
  phases,
  now,
  isServerRendered,
  isStopped,
}: PhaseScaleProps) {
  const { columns, bars, nowAt } = measurePhases(phases, now)
  const lookOf = (phase: MintPhase) => {
    if (phase.end <= now) return 'done'
    return isOpen(phase, now) && !isStopped ? 'live' : ''
  }
  return (
    <div
      className={columns ? 'phase-scale' : 'phase-scale rows'}
      aria-hidden="true"
      style={
        columns
          ? {
              gridTemplateColumns: columns
                .map((share) => `${share.toFixed(3)}fr`)
                .join(' '),
            }
          : undefined
      }
    >
      {phases.map((phase, at) => {
        const bar = bars[at]
        if (!bar) return null
        return (
          <span
            key={phase.phaseId}
            className={lookOf(phase)}
            style={{
              ['--done' as string]: percent(isServerRendered ? 0 : bar.done),
              ...(!columns && {
                marginLeft: percent(bar.from),
                width: percent(bar.width),
              }),
            }}
          />
        )
      })}
      {nowAt !== null && !isServerRendered && (
        <i style={{ left: `clamp(12px, ${percent(nowAt)}, calc(100% - 12px))` }}>now</i>
      )}
    </div>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
