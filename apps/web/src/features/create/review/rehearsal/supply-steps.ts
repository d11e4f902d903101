import type { RehearsalReport } from '@platemark/api/rehearsal'

/** Items left once a phase has opened and everyone minted in it; `at` in unix seconds. */
export type PhaseSupply = { at: number; title: string; left: number }

/** The steps of a limited supply in their order, and the times between which they are drawn. */
export type SupplySteps = {
  maxSupply: number
  steps: PhaseSupply[]
  from: number
  until: number
}

const DAY = 86_400

/**
 * Returns the tokens left after each phase of a rehearsal; undefined without a limit or a phase.
 * The times go from just before the first start to the last end, but not far beyond the last start:
 * nothing changes after it.
 */
export function listSupplySteps(report: RehearsalReport): SupplySteps | undefined {
  const { max_supply: maxSupply, phases } = report
  if (maxSupply === null) return undefined
  const steps = phases
    .map(({ start, title, left }) => ({ at: toSeconds(start), title, left: left ?? 0 }))
    .toSorted((one, other) => one.at - other.at)
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last) return undefined
  const rest = Math.max(DAY, (last.at - first.at) / 2)
  const ends = phases.map(({ end }) => (end === null ? Infinity : toSeconds(end)))
  const until = Math.max(last.at + 1, Math.min(last.at + rest, Math.max(...ends)))
  return { maxSupply, steps, from: first.at - (until - first.at) / 20, until }
}

function toSeconds(instant: string): number {
  return Date.parse(instant) / 1000
}
