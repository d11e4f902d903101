import './editors.css'
import type { Editor } from '@platemark/api/ownership'
import { MAX_EDITORS } from '@platemark/rules/limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Address } from '../../../components/address.tsx'
import { useAppConfig } from '../../../components/app-config.ts'
import { CreatorAvatar, creatorName } from '../../../components/creator.tsx'
import { Failure } from '../../../components/failure.tsx'
import { READ_ONLY_NOTICE } from '../../../components/read-only/read-only-notice.tsx'
import { When } from '../../../components/when.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { EditorForm } from './editor-form.tsx'
import { editorsQuery, sendRemoval } from './queries.ts'

/** Co-editors of a draft or collection of the user: list, adding and removing. */
export function Editors({ id }: { id: string }) {
  const read = useQuery({ ...editorsQuery(id), staleTime: 0 })
  const error = useLastError(read)
  const editors = read.data?.data
  if (!editors && error) {
    return (
      <Failure
        level="h3"
        title="Co-editors could not be loaded"
        text="Nothing was changed. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  return (
    <div className="editors">
      <p className="muted">
        A co-editor can only change texts and pictures, not the page address, the sale or
        money. They lose access when you hand the collection over.
      </p>
      {!editors && <Skeleton width="100%" height={48} />}
      {editors?.length === 0 && <p>No co-editors yet.</p>}
      {editors && editors.length > 0 && (
        <ul>
          {editors.map((editor) => (
            <EditorRow key={editor.address} id={id} editor={editor} />
          ))}
        </ul>
      )}
      {editors && editors.length >= MAX_EDITORS ? (
        <p>You can have at most {MAX_EDITORS} co-editors. Remove one to add another.</p>
      ) : (
        <EditorForm id={id} />
      )}
    </div>
  )
}

function EditorRow({ id, editor }: { id: string; editor: Editor }) {
  const queries = useQueryClient()
  const { read_only } = useAppConfig()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendRemoval(id, editor.address),
    networkMode: 'always',
    onSuccess: (data) => {
      queries.setQueryData(editorsQuery(id).queryKey, { data })
      toast('success', 'Co-editor removed.')
    },
    onError: ({ message }) => setProblem(`Not removed: ${message}`),
  })
  const name = creatorName(editor)
  return (
    <li>
      <CreatorAvatar creator={editor} size={36} />
      <span className="editor-name">
        {editor.name && <b>{editor.name}</b>}
        <Address address={editor.address} isAccount />
        <small className="muted">
          Added <When at={editor.added_at} />
        </small>
        {problem && <FieldError>{problem}</FieldError>}
      </span>
      <Button
        look="quiet"
        isBusy={isPending}
        onClick={() => mutate()}
        {...(read_only && { blockedBy: READ_ONLY_NOTICE })}
      >
        Remove<span className="hide"> {name}</span>
      </Button>
    </li>
  )
}
