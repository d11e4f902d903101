import { perPage } from '@platemark/api/lists'
import { useQueries, useQuery } from '@tanstack/react-query'
import { RarityCard } from './rarity-card.tsx'
import { traitsQuery, worksQuery } from './set-queries.ts'
import type { ShownWork } from './work-picture.tsx'
import { WorkCard, WorksGrid } from './works-grid.tsx'

/** Rarity and grid of a set that the server has. */
export function StoredWorks({
  contractId,
  count,
  onOpen,
}: {
  contractId: string
  count: number
  onOpen(work: ShownWork): void
}) {
  const traits = useQuery(traitsQuery(contractId)).data?.data
  const first = useQuery(worksQuery(contractId, 1)).data?.data ?? []
  return (
    <>
      {traits && (
        <RarityCard
          traits={traits.traits}
          works={first.map(toShown)}
          workCount={traits.works}
        />
      )}
      {count > 0 && (
        <WorksGrid
          count={count}
          renderRow={(from, to) => <StoredRow {...{ contractId, from, to, onOpen }} />}
        />
      )}
    </>
  )
}

type StoredRowProps = {
  contractId: string
  from: number
  to: number
  onOpen(work: ShownWork): void
}

/** Cards of a row, from the one or two pages that hold them. */
function StoredRow({ contractId, from, to, onOpen }: StoredRowProps) {
  const firstPage = Math.floor(from / perPage) + 1
  const lastPage = Math.floor((to - 1) / perPage) + 1
  const pages = Array.from(
    { length: lastPage - firstPage + 1 },
    (_, at) => firstPage + at,
  )
  const read = useQueries({ queries: pages.map((page) => worksQuery(contractId, page)) })
  return Array.from({ length: to - from }, (_, at) => {
    const index = from + at
    const page = read[Math.floor(index / perPage) + 1 - firstPage]
    const work = page?.data?.data[index % perPage]
    return <WorkCard key={index} work={work && toShown(work)} onOpen={onOpen} />
  })
}

type StoredWork = Omit<ShownWork, 'path' | 'picture'> & { image: ShownWork['picture'] }

/** Returns a stored work as it is shown. */
export function toShown({ image, ...work }: StoredWork): ShownWork {
  return { ...work, path: null, picture: image }
}
