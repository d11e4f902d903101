import { Problem } from '@platemark/api/problem'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AccountField } from '../../../components/accounts/account-field.tsx'
import { useWrittenAccount } from '../../../components/accounts/use-written-account.ts'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { editorsQuery, sendEditor } from './queries.ts'

/** Field that names a co-editor; what is wrong with the address stands beneath it. */
export function EditorForm({ id }: { id: string }) {
  const queries = useQueryClient()
  const [written, setWritten] = useState('')
  const [problem, setProblem] = useState<string>()
  const found = useWrittenAccount(written, 'edit')
  const { mutate, isPending } = useMutation({
    mutationFn: (address: string) => sendEditor(id, address),
    networkMode: 'always',
    onSuccess: (data) => {
      queries.setQueryData(editorsQuery(id).queryKey, { data })
      setWritten('')
      toast('success', 'Co-editor added.')
    },
    onError: (error) => setProblem(describeProblem(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (found.isPending) return
    if (!found.account) return setProblem(found.problem)
    setProblem(undefined)
    mutate(found.account)
  }
  return (
    <form className="editor-form" onSubmit={submit} noValidate>
      <AccountField
        label="Wallet to add"
        hint="They find it in their studio once they sign in."
        written={written}
        found={{ ...found, problem }}
        onWrite={(text) => {
          setWritten(text)
          setProblem(undefined)
        }}
      />
      <SaveButton type="submit" look="quiet" isBusy={isPending}>
        Add co-editor
      </SaveButton>
    </form>
  )
}

function describeProblem(error: Error): string {
  const [sentence] = (error instanceof Problem && error.fields?.address) || []
  return sentence ?? `Not added: ${error.message}`
}
