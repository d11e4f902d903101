import type { StudioEntry } from '@platemark/api/studio'
import { Dialog } from '../../../ui/dialog.tsx'
import { Editors } from './editors.tsx'

type EditorsDialogProps = {
  /** Undefined: the dialog is closed. */
  entry: StudioEntry | undefined
  onClose: () => void
}

/** Co-editors of a draft or collection in the list. */
export function EditorsDialog({ entry, onClose }: EditorsDialogProps) {
  if (!entry) return null
  const title = `Co-editors of ${entry.fields.name || 'this draft'}`
  return (
    <Dialog title={title} isOpen onClose={onClose} width={560}>
      <Editors id={entry.contract_id} />
    </Dialog>
  )
}
