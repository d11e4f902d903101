import { isOpen, NEVER_ENDS } from '@platemark/rules/collection-state'
import type { MintPhase } from '@platemark/rules/mint-phase'

type PhaseScaleProps = {
  /** Sorted by start. */
  phases: readonly MintPhase[]
  /** Chain time in unix seconds. */
  now: number
  /** SSR does not know the time of viewing. */
  isServerRendered: boolean
  /** The whole collection is sold out: no phase is live. */
  isSoldOut: boolean
}

/** Timeline of the phases; each is as wide as it is long, within bounds. */
export function PhaseScale({
  phases,
  now,
  isServerRendered,
  isSoldOut,
}: PhaseScaleProps) {
  const { shares, done, nowAt } = measurePhases(phases, now)
  const lookOf = (phase: MintPhase) => {
    if (phase.end <= now) return 'done'
    return isOpen(phase, now) && !isSoldOut ? 'live' : ''
  }
  return (
    <div
      className="phase-scale"
      aria-hidden="true"
      style={{
        gridTemplateColumns: shares.map((share) => `${share.toFixed(3)}fr`).join(' '),
      }}
    >
      {phases.map((phase, at) => (
        <span
          key={phase.phaseId}
          className={lookOf(phase)}
          style={{
            ['--done' as string]: percent(isServerRendered ? 0 : (done[at] ?? 0)),
          }}
        />
      ))}
      {nowAt !== null && !isServerRendered && (
        <i style={{ left: `clamp(12px, ${percent(nowAt)}, calc(100% - 12px))` }}>now</i>
      )}
    </div>
  )
}

const week = 604_800

/** Returns the width of each phase, its elapsed share, and the position of now. */
function measurePhases(phases: readonly MintPhase[], now: number) {
  const lengths = phases.map(({ start, end }) =>
    end >= NEVER_ENDS ? week : Math.max(end - start, 1),
  )
  const longest = Math.max(...lengths)
  const shares = lengths.map((length) => Math.max(length / longest, 0.12))
  const done = phases.map(({ start }, at) =>
    Math.min(Math.max((now - start) / (lengths[at] ?? 1), 0), 1),
  )
  const current = phases.findIndex((phase) => isOpen(phase, now))
  if (current < 0) return { shares, done, nowAt: null }
  const before = sumOf(shares.slice(0, current))
  const within = (shares[current] ?? 0) * (done[current] ?? 0)
  return { shares, done, nowAt: (before + within) / sumOf(shares) }
}

function sumOf(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
