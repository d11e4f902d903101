import type { SetReport } from '@platemark/works/check-set'
import { countTraitsInSlices, type TraitCounts } from '@platemark/works/count-traits'
import { useEffect, useMemo, useState } from 'react'
import { runSlices } from '../../../../lib/run-slices.ts'
import { RarityCard } from './rarity-card.tsx'
import type { ShownWork } from './work-picture.tsx'
import { WorkCard, WorksGrid } from './works-grid.tsx'

type LocalWorksProps = { report: SetReport; onOpen(work: ShownWork): void }

/** Rarity and grid of a set that was chosen on this page. */
export function LocalWorks({ report, onOpen }: LocalWorksProps) {
  const works = useMemo(() => localWorks(report), [report])
  const { traits, rarity } = useTraitCounts(report)
  const row = (from: number, to: number) =>
    works
      .slice(from, to)
      .map((work) => (
        <WorkCard
          key={work.token_id}
          work={work}
          onOpen={onOpen}
          rank={traits.length > 0 ? rarity.get(work.token_id)?.rank : undefined}
        />
      ))
  return (
    <>
      <RarityCard traits={traits} works={works} workCount={works.length} />
      {works.length > 0 && <WorksGrid count={works.length} renderRow={row} />}
    </>
  )
}

const notCounted: TraitCounts = { traits: [], rarity: new Map() }

/** Counts the traits of a report in short tasks; those of the one before until then. */
function useTraitCounts({ works }: SetReport): TraitCounts {
  const [counts, setCounts] = useState(notCounted)
  useEffect(() => {
    const stop = new AbortController()
    runSlices(countTraitsInSlices(works), { signal: stop.signal }).then(
      setCounts,
      () => undefined,
    )
    return () => stop.abort()
  }, [works])
  return counts
}

/** Returns the works of a report as they are shown. */
export function localWorks({ works }: SetReport): ShownWork[] {
  return works.map(({ image, ...work }) => ({ ...work, path: image, picture: null }))
}
