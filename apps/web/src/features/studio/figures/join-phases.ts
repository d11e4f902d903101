import type { Phase } from '@platemark/api/collections'
import type { StudioStats } from '@platemark/api/stats'

type SoldPhase = StudioStats['since_start']['phases'][number]

/** A phase of the collection with its sales; one of the two may be missing. */
export type PhaseRow = {
  phaseId: number
  title: string
  /** Undefined: it was removed since. */
  phase: Phase | undefined
  /** Undefined: nothing was minted in it. */
  sold: SoldPhase | undefined
  /** Place of its colour in the chart; undefined where it has none. */
  hue: number | undefined
}

/** Joins phases with their sales, in the order of their start; removed ones come last. */
export function joinPhases(
  phases: readonly Phase[],
  sold: readonly SoldPhase[],
): PhaseRow[] {
  const hueOf = (id: number) => {
    const place = sold.findIndex(({ phase_id }) => phase_id === id)
    return place < 0 ? undefined : place
  }
  const ordered = phases.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  const present = ordered.map((phase) => ({
    phaseId: phase.phase_id,
    title: phase.title,
    phase,
    sold: sold.find(({ phase_id }) => phase_id === phase.phase_id),
    hue: hueOf(phase.phase_id),
  }))
  const removed = sold
    .filter(({ phase_id }) => !phases.some((phase) => phase.phase_id === phase_id))
    .map((one) => ({
      phaseId: one.phase_id,
      title: one.title ?? `Phase ${one.phase_id}`,
      phase: undefined,
      sold: one,
      hue: hueOf(one.phase_id),
    }))
  return [...present, ...removed]
}
