import type { StudioEntry } from '@platemark/api/studio'
import { formatCount } from '@platemark/rules/amounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useAppConfig, useNetworkNames } from '../../components/app-config.ts'
import { SaveButton } from '../../components/read-only/save-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { entryName } from './entry-row.tsx'
import { changeEntry, sendDeletion, sendVisibility } from './queries.ts'

type DeleteDialogProps = {
  /** Undefined: the dialog is closed. */
  entry: StudioEntry | undefined
  onClose: () => void
}

/** Deletes a draft or the page of a collection, once its name was typed where it has one. */
export function DeleteDialog({ entry, onClose }: DeleteDialogProps) {
  if (!entry) return null
  return (
    <Dialog title={`Delete ${entryName(entry)}?`} isOpen onClose={onClose} width={440}>
      <DeleteForm entry={entry} onClose={onClose} />
    </Dialog>
  )
}

function DeleteForm({ entry, onClose }: { entry: StudioEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const reasonId = useId()
  const [typed, setTyped] = useState('')
  const { contract_id, revenue } = entry
  const name = entryName(entry)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendDeletion(contract_id),
    networkMode: 'always',
    onSuccess: () => {
      toast('success', revenue ? 'Page deleted.' : 'Draft deleted.')
      onClose()
      changeEntry(queries, contract_id, undefined)
    },
  })
  const hiding = useMutation({
    mutationFn: () => sendVisibility(contract_id, 'hidden'),
    networkMode: 'always',
    onSuccess: ({ visibility }) => {
      changeEntry(queries, contract_id, { visibility })
      toast('success', 'Hidden from the launchpad.')
      onClose()
    },
  })
  const { read_only } = useAppConfig()
  const canHide = !read_only && revenue !== null && entry.visibility === 'shown'
  const problem = error ?? hiding.error
  // Without a name there is none to type, and little to lose.
  const isNamed = entry.fields.name !== ''
  const isTyped = !isNamed || typed.trim() === name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped && !isPending) mutate()
  }
  return (
    <form className="delete-form" onSubmit={submit}>
      {revenue ? <PageGoes entry={entry} /> : <DraftGoes />}
      {isNamed && (
        <TextField
          label="Type the name to confirm"
          hint={<span id={reasonId}>{name}</span>}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {problem && (
        <Notice kind="error" title="Nothing was changed.">
          {problem.message}
        </Notice>
      )}
      <div className="split">
        {canHide ? (
          <Button look="quiet" isBusy={hiding.isPending} onClick={() => hiding.mutate()}>
            Hide it instead
          </Button>
        ) : (
          <Button look="quiet" onClick={onClose}>
            Keep it
          </Button>
        )}
        <SaveButton
          type="submit"
          look="danger"
          className="solid"
          isBusy={isPending}
          {...(!isTyped && { blockedBy: reasonId })}
        >
          {revenue ? 'Delete page' : 'Delete draft'}
        </SaveButton>
      </div>
    </form>
  )
}

function PageGoes({ entry: { fields, minted } }: { entry: StudioEntry }) {
  const nameNetwork = useNetworkNames()
  return (
    <>
      <p>
        The page on this site is permanently deleted. The contract stays on{' '}
        {nameNetwork(fields.chain_alias)}:{' '}
        {minted > 0
          ? `${minted === 1 ? 'its item keeps its owner' : `all ${formatCount(minted)} items keep their owners`}, and what`
          : 'what'}{' '}
        you are owed stays yours to withdraw.
      </p>
      <p>A hidden page is in no list, and can be shown again at any time.</p>
    </>
  )
}

function DraftGoes() {
  return (
    <p>
      Its pictures, texts, phases and lists are permanently deleted. Nothing of it is on a
      network.
    </p>
  )
}
