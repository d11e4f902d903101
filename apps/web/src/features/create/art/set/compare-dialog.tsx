import { perPage } from '@platemark/api/lists'
import type { Work, WorkProblem } from '@platemark/works/work-types'
import { useQueries } from '@tanstack/react-query'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { worksQuery } from './set-queries.ts'
import { type ShownWork, WorkPicture } from './work-picture.tsx'

type CompareDialogProps = {
  problem: WorkProblem
  contractId: string
  /** Works of this page; undefined where the server has them. */
  works: readonly Work[] | undefined
  onReplace(path: string): void
  onKeep(): void
  onClose(): void
}

/** Two works with the same picture beside each other: replace one, or keep both. */
export function CompareDialog({
  problem,
  contractId,
  works,
  onReplace,
  onKeep,
  onClose,
}: CompareDialogProps) {
  const { fix, token_id = '' } = problem
  const ids = fix?.kind === 'compare' ? [fix.with_token_id, token_id] : []
  const stored = useStoredPair(contractId, works ? [] : ids)
  if (fix?.kind !== 'compare') return null
  const shown = works ? findLocal(works, ids) : stored
  return (
    <Dialog title="The same picture twice" isOpen onClose={onClose} width={560}>
      <div className="compare">
        {shown.map((work) => (
          <figure key={work.token_id}>
            <div className="mat">
              <WorkPicture work={work} />
            </div>
            <figcaption>
              <span>
                <b>#{work.token_id}</b> {work.name}
              </span>
              <small className="muted">
                {work.attributes
                  .map(({ trait_type, value }) => `${trait_type}: ${value}`)
                  .join(', ')}
              </small>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="split">
        <Button look="quiet" onClick={onKeep}>
          Keep both
        </Button>
        <Button onClick={() => onReplace(fix.path)}>Replace #{token_id}</Button>
      </div>
    </Dialog>
  )
}

function findLocal(works: readonly Work[], ids: readonly string[]): ShownWork[] {
  return ids.flatMap((id) => {
    const work = works.find(({ token_id }) => token_id === id)
    return work ? [{ ...work, path: work.image, picture: null }] : []
  })
}

/** Reads two works from their pages. */
function useStoredPair(contractId: string, ids: readonly string[]): ShownWork[] {
  const pages = ids.map((id) => Math.ceil(Number(id) / perPage))
  const read = useQueries({ queries: pages.map((page) => worksQuery(contractId, page)) })
  return ids.flatMap((id, at) => {
    const work = read[at]?.data?.data.find(({ token_id }) => token_id === id)
    return work ? [{ ...work, path: null, picture: work.image }] : []
  })
}
