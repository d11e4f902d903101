import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { lazy, Suspense, useState } from 'react'
import { emptyReport, type ReportDraft } from './report-draft.ts'

const ReportDialog = lazy(async () => {
  const { ReportDialog: component } = await import('./report-dialog.tsx')
  return { default: component }
})

type ReportLinkProps = { collection: Collection; network: Network }

/** Link that opens the report dialog. It keeps the draft when the dialog closes. */
export function ReportLink({ collection, network }: ReportLinkProps) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<ReportDraft>(emptyReport)
  return (
    <>
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Report this collection
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            collection={collection}
            network={network}
            draft={draft}
            onDraft={setDraft}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
