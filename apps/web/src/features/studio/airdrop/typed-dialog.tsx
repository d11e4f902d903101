import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'

type TypedDialogProps = {
  title: string
  /** Word that is to be typed. */
  word: string
  action: string
  isOpen: boolean
  onClose(): void
  onConfirm(): void
  children: ReactNode
}

/** Confirmation by a typed word, of what cannot be undone. */
export function TypedDialog(props: TypedDialogProps) {
  const { title, isOpen, onClose } = props
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} width={440}>
      <TypedForm {...props} />
    </Dialog>
  )
}

function TypedForm({ word, action, onClose, onConfirm, children }: TypedDialogProps) {
  const [typed, setTyped] = useState('')
  const reasonId = useId()
  const isTyped = typed.trim().toUpperCase() === word
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) onConfirm()
  }
  return (
    <form className="dialog-text" onSubmit={submit}>
      <p>{children}</p>
      <TextField
        label={`Type ${word} to confirm`}
        hint={<span id={reasonId}>{word}</span>}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="split">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="danger"
          className="solid"
          {...(!isTyped && { blockedBy: reasonId })}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
