import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type ConfirmDialogProps = {
  title: string
  isOpen: boolean
  isBusy?: boolean
  no: string
  yes: string
  onNo: () => void
  onYes: () => void
  children: ReactNode
}

/** Confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  title,
  isOpen,
  isBusy = false,
  no,
  yes,
  onNo,
  onYes,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onNo}>
      <div className="dialog-text">{children}</div>
      <div className="split">
        <Button look="quiet" onClick={onNo}>
          {no}
        </Button>
        <Button look="danger" className="solid" isBusy={isBusy} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
