import { Problem } from '@platemark/api/problem'
import type { User } from '@platemark/api/profile'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshUser, unsavedInput } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import {
  changedFields,
  type Draft,
  type FieldErrors,
  type FieldName,
  fieldNames,
  findErrors,
  pickChanges,
  readText,
  withoutSaved,
} from './profile-draft.ts'
import { saveProfile } from './queries.ts'

/** Holds the profile draft, its errors and the save mutation. */
export function useProfileForm(user: User, onRefused: () => void) {
  const [draft, setDraft] = useState<Draft>({})
  /** Touched fields: their errors are shown. */
  const [left, setLeft] = useState<FieldName[]>([])
  const [refused, setRefused] = useState<FieldErrors>({})
  const [hasTried, setTried] = useState(false)
  const [isCropping, setCropping] = useState(false)

  const changed = changedFields(user, draft)
  const found = findErrors(draft, changed)
  const isDirty = changed.length > 0 || isCropping
  useEffect(() => unsavedInput.write(isDirty), [isDirty])
  useEffect(() => () => unsavedInput.write(false), [])

  const save = useMutation({
    mutationFn: saveProfile,
    networkMode: 'always',
    onSuccess: (newer, sent) => {
      setDraft((now) => withoutSaved(now, sent))
      setTried(false)
      setLeft([])
      refreshUser(newer)
      toast('success', 'Profile saved.')
    },
    onError: (error) => {
      const fields = error instanceof Problem ? knownFields(error.fields) : {}
      setRefused(fields)
      if (Object.keys(fields).length > 0) onRefused()
    },
  })
  const isRefusal = Object.keys(refused).length > 0

  const trySave = () => {
    setTried(true)
    setLeft(fieldNames)
    if (Object.keys(found).length > 0 || isRefusal) return onRefused()
    save.mutate(pickChanges(draft, changed))
  }
  const discard = () => {
    setDraft({})
    setLeft([])
    setRefused({})
    setTried(false)
    save.reset()
  }
  const change = (name: FieldName, text: string) => {
    setDraft((now) => ({ ...now, [name]: text }))
    setRefused(({ [name]: _, ...others }) => others)
  }
  const errorOf = (name: FieldName) =>
    refused[name] ?? (left.includes(name) ? found[name] : undefined)
  return {
    textOf: (name: FieldName) => readText(user, draft, name),
    isChanged: (name: FieldName) => changed.includes(name),
    errorOf,
    change,
    leave: (name: FieldName) => setLeft((now) => [...now, name]),
    /** Invalid fields, listed after an attempt to save. */
    wrong: hasTried ? fieldNames.filter((name) => errorOf(name) !== undefined) : [],
    changes: changed.length,
    isDirty,
    setCropping,
    /** Error of the last attempt, unless a field caused it. */
    failure: isRefusal ? null : save.error,
    isSaving: save.isPending,
    trySave,
    discard,
  }
}

export type ProfileFormState = ReturnType<typeof useProfileForm>

/** Returns the server's messages for fields of this page. */
function knownFields(fields: Problem['fields'] = {}): FieldErrors {
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const [sentence] = fields[name] ?? []
      return sentence ? [[name, sentence]] : []
    }),
  )
}
