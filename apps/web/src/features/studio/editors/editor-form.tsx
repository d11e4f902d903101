import { Problem } from '@platemark/api/problem'
import { resolveAccount } from '@platemark/lists/resolve-account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { editorsQuery, sendEditor } from './queries.ts'

/** Field that names a co-editor; what is wrong with the address stands beneath it. */
export function EditorForm({ id }: { id: string }) {
  const queries = useQueryClient()
  const [written, setWritten] = useState('')
  const [problem, setProblem] = useState<string>()
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
    const account = resolveAccount(written, 'edit')
    if (typeof account !== 'string') return setProblem(`${account.sentence}.`)
    setProblem(undefined)
    mutate(written.trim())
  }
  return (
    <form className="editor-form" onSubmit={submit} noValidate>
      <TextField
        label="Wallet to add"
        hint="They find it in their studio once they sign in."
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        translate="no"
        value={written}
        error={problem}
        onChange={(event) => {
          setWritten(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" look="quiet" isBusy={isPending}>
        Add co-editor
      </Button>
    </form>
  )
}

function describeProblem(error: Error): string {
  const [sentence] = (error instanceof Problem && error.fields?.address) || []
  return sentence ?? `Not added: ${error.message}`
}
