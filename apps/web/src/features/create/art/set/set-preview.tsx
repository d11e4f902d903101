import type { Draft } from '@platemark/api/studio'
import { formatCount } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { FactRow } from '../../fact-row.tsx'
import { localWorks } from './local-works.tsx'
import { traitsQuery, worksQuery } from './set-queries.ts'
import { toShown } from './stored-works.tsx'
import { useChosenSet } from './use-chosen-set.ts'
import { useDraftRefresh } from './use-draft-refresh.ts'
import { ChosenFiles, WorkPicture } from './work-picture.tsx'

/** Works that stand for a set. */
const MAX_SHOWN = 4

type SetPreviewProps = { draft: Draft; children: ReactNode }

/** The first works of a set, from this page or the server; `children` while there is none. */
export function FirstWorks({ draft, children }: SetPreviewProps) {
  const { files, works } = useFirstWorks(draft)
  if (works.length === 0) return children
  return (
    <ChosenFiles value={files}>
      <div className={works.length > 1 ? 'first-works' : undefined}>
        {works.map((work) => (
          <WorkPicture key={work.token_id} work={work} />
        ))}
      </div>
    </ChosenFiles>
  )
}

/** Explains that the works in the preview are not on the card; `children` while there are none. */
export function WorksNote({ draft, children }: SetPreviewProps) {
  if (useFirstWorks(draft).works.length === 0) return children
  return (
    <p className="muted small preview-plate">
      The card shows the image of the collection. Without one, it shows a pattern.
    </p>
  )
}

/** Returns the works that stand for a set, one or four, and the chosen files by path. */
function useFirstWorks({ contract_id, set }: Draft) {
  const { files, state } = useChosenSet(contract_id)
  const { choice, report } = state
  const hasStored = !choice && (set?.works ?? 0) > 0
  const read = useQuery({ ...worksQuery(contract_id, 1), enabled: hasStored })
  const known = report
    ? localWorks(report)
    : hasStored
      ? read.data?.data.map(toShown)
      : []
  const works = (known ?? []).slice(0, MAX_SHOWN)
  return { files, works: works.length < MAX_SHOWN ? works.slice(0, 1) : works }
}

/** Reads the draft again once its set is stored, at whichever step that happens. */
export function SetWatch({ contractId }: { contractId: string }) {
  const { upload } = useChosenSet(contractId).state
  const refresh = useDraftRefresh(contractId)
  const isReady = upload?.status === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it becomes ready.
  useEffect(() => {
    if (isReady) void refresh()
  }, [isReady])
  return null
}

/** Rows on the number of works of a set, what is sent of it, and its traits. */
export function SetFacts({ draft }: { draft: Draft }) {
  const { contract_id, set } = draft
  const { choice, report, upload } = useChosenSet(contract_id).state
  const hasStored = !choice && (set?.works ?? 0) > 0
  const stored = useQuery({ ...traitsQuery(contract_id), enabled: hasStored })
  const traits = useMemo(() => {
    if (!report) return hasStored ? stored.data?.data.traits.length : undefined
    const names = report.works.flatMap(({ attributes }) =>
      attributes.map(({ trait_type }) => trait_type),
    )
    return new Set(names).size
  }, [report, hasStored, stored.data])
  const works = report?.works.length ?? set?.works ?? 0
  const isSending = upload !== undefined && upload.filesReceived < upload.fileCount
  return (
    <>
      {works > 0 && <FactRow term="Works">{formatCount(works)}</FactRow>}
      {isSending && (
        <FactRow term="Uploaded">
          {formatCount(upload.filesReceived)} of {formatCount(upload.fileCount)} files
        </FactRow>
      )}
      {traits !== undefined && <FactRow term="Traits">{formatCount(traits)}</FactRow>}
    </>
  )
}
