import { formatDuration } from '@platemark/rules/times'
import { type PhaseValues, readPhaseTime } from './schedule-form.ts'

/** A phase with the instants that it means, in unix seconds. */
export type TimedPhase = { phase: PhaseValues; at: number; start: number; end: number }

/** Returns the phases whose times are known, in the order of their starts. */
export function listTimedPhases(
  phases: readonly PhaseValues[],
  zone: string,
): TimedPhase[] {
  return phases
    .flatMap((phase, at) => {
      const start = readPhaseTime(phase, 'start', zone)
      const end = readPhaseTime(phase, 'end', zone)
      return start === undefined || end === undefined || end <= start
        ? []
        : [{ phase, at, start, end }]
    })
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

/** Returns the pairs of allowlist phases that are open at the same time. */
export function listOpenPairs(
  timed: readonly TimedPhase[],
): [one: PhaseValues, other: PhaseValues][] {
  const lists = timed.filter(({ phase }) => phase.kind === 'allowlist')
  return lists.flatMap((one, at) =>
    lists
      .slice(at + 1)
      .filter((other) => one.start < other.end && other.start < one.end)
      .map((other): [PhaseValues, PhaseValues] => [one.phase, other.phase]),
  )
}

/** Formats how long a phase is open: `24 hours`, `2 days 3 hours`. */
export function formatOpenFor(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const rest = seconds % 86_400
  if (days < 2 || rest === 0) return formatDuration(seconds)
  return `${days} days ${formatDuration(rest)}`
}
