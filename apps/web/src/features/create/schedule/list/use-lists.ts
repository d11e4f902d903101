import { findOverlap, type ListOverlap } from '@platemark/lists/compare-lists'
import type { RowOptions } from '@platemark/lists/read-row'
import { useEffect, useRef, useState } from 'react'
import { runSlices } from '../../../../lib/run-slices.ts'
import { useDraftEditor } from '../../draft-editor.tsx'
import {
  type DraftList,
  emptyList,
  mergeAgain,
  openList,
  type PhaseTerms,
} from './draft-list.ts'
import { fetchList, storeList } from './list-queries.ts'

/** State of one list: being read, with its rows, or not readable. */
export type ListState =
  | { kind: 'opening' }
  | { kind: 'failed'; error: Error }
  | {
      kind: 'open'
      list: DraftList
      /** Entries are stored as they are, on their way, or not stored for `error`. */
      storage: 'stored' | 'storing' | 'failed'
      error?: Error
    }

type Lists = ReadonlyMap<number, ListState>

/** Returns the lists of the allowlist phases, and the ways to change them. */
export function useLists(
  phaseIds: readonly number[],
  termsOf: (phaseId: number) => PhaseTerms,
  options: RowOptions,
) {
  const editor = useDraftEditor()
  const [lists, setLists] = useState<Lists>(new Map())
  const latest = useRef({ editor, lists, termsOf })
  latest.current.editor = editor
  latest.current.termsOf = termsOf
  const put = (phaseId: number, state: ListState) => {
    const next = new Map(latest.current.lists).set(phaseId, state)
    latest.current.lists = next
    setLists(next)
  }

  const open = async (phaseId: number) => {
    const { draft } = latest.current.editor
    const stored = draft.lists.find(({ phase_id }) => phase_id === phaseId)
    if (!stored) return put(phaseId, { kind: 'open', list: emptyList, storage: 'stored' })
    put(phaseId, { kind: 'opening' })
    try {
      const answer = await fetchList(draft.contract_id, phaseId)
      const list = await openList(answer, latest.current.termsOf(phaseId), options)
      put(phaseId, { kind: 'open', list, storage: 'stored' })
    } catch (error) {
      put(phaseId, { kind: 'failed', error: toError(error) })
    }
  }
  const ids = phaseIds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase is opened once.
  useEffect(() => {
    for (const id of phaseIds) if (!latest.current.lists.has(id)) void open(id)
  }, [ids])

  // One list after the other, and of one list the newest state alone.
  const queue = useRef(Promise.resolve())
  const store = (phaseId: number) => {
    queue.current = queue.current.then(() => send(phaseId)).catch(() => undefined)
  }
  const send = async (phaseId: number) => {
    const state = latest.current.lists.get(phaseId)
    if (state?.kind !== 'open' || state.storage === 'stored') return
    const finish = (storage: 'stored' | 'failed', error?: Error) => {
      const now = latest.current.lists.get(phaseId)
      // Changed meanwhile: that state has its own turn.
      if (now?.kind !== 'open' || now.list !== state.list) return
      put(phaseId, { ...now, storage, ...(error && { error }) })
    }
    try {
      const { editor: now } = latest.current
      await now.flush()
      const draft = await now.ensure()
      const isKnown = draft?.fields.phases.some(({ phase_id }) => phase_id === phaseId)
      if (!draft || !isKnown) throw new Error(notStoredYet)
      now.replace(await storeList(draft.contract_id, phaseId, state.list))
      finish('stored')
    } catch (error) {
      finish('failed', toError(error))
    }
  }

  return {
    lists,
    open,
    /** Takes a changed list, merges its rows and stores it. */
    async change(phaseId: number, list: DraftList) {
      put(phaseId, { kind: 'open', list, storage: 'storing' })
      const merged = await mergeAgain(list, latest.current.termsOf(phaseId))
      const now = latest.current.lists.get(phaseId)
      // Changed meanwhile: the newer rows are merged in their own turn.
      if (now?.kind !== 'open' || now.list !== list) return
      put(phaseId, { kind: 'open', list: merged, storage: 'storing' })
      store(phaseId)
    },
    /** Sends a list again that could not be stored. */
    retry(phaseId: number) {
      const state = latest.current.lists.get(phaseId)
      if (state?.kind !== 'open') return
      put(phaseId, { ...state, storage: 'storing' })
      store(phaseId)
    },
  }
}

const notStoredYet = 'The phase is not saved yet. Correct its errors first.'

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Counts the wallets that lists share; undefined while it is being counted. */
export function useOverlap(lists: readonly DraftList[]): ListOverlap | undefined {
  const [overlap, setOverlap] = useState<ListOverlap>()
  const key = useRef<readonly DraftList[]>([])
  if (
    lists.length !== key.current.length ||
    lists.some((one, at) => one !== key.current[at])
  ) {
    key.current = lists
  }
  const compared = key.current
  useEffect(() => {
    const stop = new AbortController()
    runSlices(findOverlap(compared.map(({ merged }) => merged.entries)), {
      signal: stop.signal,
    }).then(setOverlap, () => undefined)
    return () => stop.abort()
  }, [compared])
  return overlap?.shared.length === compared.length ? overlap : undefined
}
