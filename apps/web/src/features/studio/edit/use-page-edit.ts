import type { Collection } from '@platemark/api/collections'
import { updateCollection } from '@platemark/api/operations'
import { Problem, problems } from '@platemark/api/problem'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toCollectionParams } from '../../../components/collection-queries.ts'
import { call } from '../../../lib/api.ts'
import { unsavedInput } from '../../../lib/session.ts'
import {
  changedTexts,
  chooseText,
  conflictingTexts,
  mergeSaved,
  settleSent,
  shownText,
  startEdit,
  type TextEdit,
} from './merge-texts.ts'
import {
  readPageText,
  type TextName,
  textNames,
  textPaths,
  toPageChanges,
} from './page-texts.ts'
import { pageOfCollection, type SavedPage } from './saved-page.ts'
import { useFreeAlias } from './use-free-alias.ts'
import { useLatest } from './use-latest.ts'

const [, aliasTaken] = problems.alias_taken

/** Saves that are tried while others change other texts in between. */
const MAX_TRIES = 3

type State = {
  page: SavedPage
  edit: TextEdit
  /** Time (ms since 1970) at which the texts were opened. */
  openedAt: number
}

/** Result of a save; `merged`: texts that others changed meanwhile, which are kept. */
type Outcome =
  | { kind: 'saved'; collection: Collection; merged: TextName[] }
  | { kind: 'conflict' }

/** Sentences of the server for texts, which stand beside them until those change. */
type Refusals = Partial<Record<TextName, string>>

/**
 * Holds the texts of a page, what was saved elsewhere meanwhile, and the save. `onSaved` gets the
 * page after a save of texts.
 */
export function usePageEdit(
  collection: Collection,
  opened: SavedPage,
  onSaved: (collection: Collection, merged: TextName[]) => void,
) {
  const [state, readState, setState] = useLatest<State>(() => ({
    ...{ page: opened, edit: startEdit(opened.texts), openedAt: Date.now() },
  }))
  const [left, setLeft] = useState<readonly TextName[]>([])
  const [refused, setRefused] = useState<Refusals>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const { page, edit, openedAt } = state
  const changed = changedTexts(edit)
  const conflicts = conflictingTexts(edit)
  const isFree = useFreeAlias(
    collection.contract_id,
    shownText(edit, 'alias'),
    // Only the owner changes the address of the page.
    collection.own?.role === 'owner' && changed.includes('alias'),
  )

  /** Takes over a version unless a later one is known. */
  const receive = (next: SavedPage, sent?: Partial<TextEdit['saved']>) => {
    const now = readState()
    if (Date.parse(next.updatedAt) < Date.parse(now.page.updatedAt)) return
    const edit = sent
      ? settleSent(now.edit, sent, next.texts)
      : mergeSaved(now.edit, next.texts)
    setState({ ...now, page: next, edit })
  }

  const sendOnce = async (): Promise<Collection | undefined> => {
    const { page, edit } = readState()
    const names = changedTexts(edit)
    const texts = { ...edit.saved, ...edit.typed }
    const sent = Object.fromEntries(names.map((name) => [name, texts[name]]))
    const body = { ...toPageChanges(texts, names), if_updated_at: page.updatedAt }
    try {
      const answer = await call(updateCollection, {
        ...toCollectionParams(collection),
        body,
      })
      const saved = pageOfCollection(answer)
      if (saved) receive(saved, sent)
      return answer
    } catch (error) {
      const present = presentPage(error)
      if (!present) throw error
      receive(present)
      return undefined
    }
  }

  const save = useMutation({
    onMutate: () => setFailure(null),
    mutationFn: async (): Promise<Outcome> => {
      const before = readState().edit.saved
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const seen = readState().edit.saved
        const collection = await sendOnce()
        const merged = textNames.filter((name) => seen[name] !== before[name])
        if (collection) return { kind: 'saved', collection, merged }
        if (conflictingTexts(readState().edit).length > 0) return { kind: 'conflict' }
      }
      throw new Problem('busy', 'Others are changing this page right now. Try again.')
    },
    networkMode: 'always',
    onSuccess: (outcome) => {
      if (outcome.kind === 'conflict') return
      setLeft([])
      onSaved(outcome.collection, outcome.merged)
    },
    onError: (error) => {
      const found = readRefusals(error)
      setRefused(found)
      setFailure(Object.keys(found).length > 0 ? null : error)
    },
  })

  const errorOf = (name: TextName) =>
    refused[name] ??
    (left.includes(name) && changed.includes(name)
      ? readPageText(name, shownText(edit, name)).problem
      : undefined) ??
    (name === 'alias' && isFree === false ? aliasTaken : undefined)
  const wrong = textNames.filter((name) => errorOf(name) !== undefined)
  const isDirty = changed.length > 0
  useEffect(() => unsavedInput.write(isDirty), [isDirty])
  useEffect(() => () => unsavedInput.write(false), [])

  return {
    page,
    edit,
    openedAt,
    conflicts,
    changed,
    errorOf,
    /** The page address that is typed is free; undefined while that is not known. */
    isFree,
    wrong,
    isDirty,
    receive,
    /** Returns the latest version that is known, also while a call is on its way. */
    readPage: () => readState().page,
    textOf: (name: TextName) => shownText(edit, name),
    change(name: TextName, text: string) {
      const now = readState()
      setState({
        ...now,
        edit: { ...now.edit, typed: { ...now.edit.typed, [name]: text } },
      })
      setRefused(({ [name]: _, ...others }) => others)
    },
    leave: (name: TextName) => setLeft((now) => [...now, name]),
    choose(name: TextName, text: string) {
      const now = readState()
      setState({ ...now, edit: chooseText(now.edit, name, text) })
    },
    changes: changed.length,
    failure,
    isSaving: save.isPending,
    /** Saves; returns the text that has to be corrected or chosen before, if one has. */
    trySave(): TextName | undefined {
      setLeft(textNames)
      const bad = changed.find(
        (name) =>
          refused[name] !== undefined ||
          readPageText(name, shownText(edit, name)).problem !== undefined,
      )
      const stopped = bad ?? conflicts[0]
      if (stopped === undefined) save.mutate()
      return stopped
    },
    discard() {
      const now = readState()
      setState({ ...now, edit: startEdit(now.page.texts) })
      setLeft([])
      setRefused({})
      setFailure(null)
    },
  }
}

export type PageEditState = ReturnType<typeof usePageEdit>

/** Returns the present page, which the server sends with the refusal of another version. */
function presentPage(error: unknown): SavedPage | undefined {
  if (!(error instanceof Problem) || error.code !== 'changed_elsewhere') return undefined
  // Safe: `updateCollection` sends its reply with this problem.
  return pageOfCollection(error.data as Collection)
}

function readRefusals(error: unknown): Refusals {
  if (!(error instanceof Problem)) return {}
  if (error.code === 'alias_taken') return { alias: error.message }
  if (error.code === 'metadata_frozen') return { description: error.message }
  return Object.fromEntries(
    Object.entries(error.fields ?? {}).flatMap(([path, [sentence]]) => {
      const name = textPaths[path]
      return name && sentence ? [[name, sentence]] : []
    }),
  )
}
