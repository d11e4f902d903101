import type { DraftPhase } from '@platemark/api/studio'
import { useEffect } from 'react'
import { listOpenPairs, type TimedPhase } from '../phase-times.ts'
import type { PhaseValues } from '../schedule-form.ts'
import type { PhaseTerms } from './draft-list.ts'
import { ListOverlapTable } from './list-overlap.tsx'
import { ListWorkbench } from './list-workbench.tsx'
import { useLists, useOverlap } from './use-lists.ts'

type PhaseListsProps = {
  /** The allowlist phases. */
  phases: readonly PhaseValues[]
  selected: PhaseValues | undefined
  timed: readonly TimedPhase[]
  stored: readonly DraftPhase[]
  coin: { decimals: number; symbol: string }
  /** Returns the terms that stand for empty cells of a list. */
  termsOf(phaseId: number): PhaseTerms
  /** Called with the wallets of each list that is open. */
  onCounts(counts: ReadonlyMap<number, number>): void
}

/** The list of the selected phase, and the overlap of all lists. */
export function PhaseLists({
  phases,
  selected,
  timed,
  stored,
  coin,
  termsOf,
  onCounts,
}: PhaseListsProps) {
  const { lists, open, change, retry } = useLists(
    phases.map(({ phase_id }) => phase_id),
    termsOf,
    coin,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onCounts` sets state.
  useEffect(() => {
    const opened = [...lists].flatMap(([id, state]): [number, number][] =>
      state.kind === 'open' ? [[id, state.list.merged.entries.length]] : [],
    )
    onCounts(new Map(opened))
  }, [lists])
  const filled = phases.flatMap((phase) => {
    const state = lists.get(phase.phase_id)
    return state?.kind === 'open' && state.list.merged.entries.length > 0
      ? [{ phase, list: state.list }]
      : []
  })
  const overlap = useOverlap(filled.map(({ list }) => list))
  return (
    <>
      {selected?.kind === 'allowlist' && (
        <ListWorkbench
          key={selected.phase_id}
          title={selected.title.trim() || 'this phase'}
          state={lists.get(selected.phase_id)}
          terms={termsOf(selected.phase_id)}
          cap={
            stored.find(({ phase_id }) => phase_id === selected.phase_id)?.max_supply ??
            null
          }
          options={coin}
          onChange={(list) => void change(selected.phase_id, list)}
          onOpen={() => void open(selected.phase_id)}
          onRetry={() => retry(selected.phase_id)}
        />
      )}
      {overlap && filled.length > 1 && (
        <section className="card panel workbench" aria-label="Overlap">
          <ListOverlapTable
            lists={filled.map(({ phase }) => ({
              phaseId: phase.phase_id,
              title: phase.title.trim() || 'Phase',
              limit: termsOf(phase.phase_id).limit,
            }))}
            overlap={overlap}
            openPairs={listOpenPairs(timed).map(([one, other]) => [
              one.phase_id,
              other.phase_id,
            ])}
          />
        </section>
      )}
    </>
  )
}
