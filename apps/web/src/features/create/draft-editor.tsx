import type { FieldProblems, Problem } from '@platemark/api/problem'
import type { Draft, DraftChanges } from '@platemark/api/studio'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { session, unsavedInput } from '../../lib/session.ts'
import { suggestedTerms } from './editor/blank-draft.ts'
import {
  type Conflict,
  createSaveQueue,
  type QueueState,
  type SaveQueue,
  type Saving,
} from './editor/save-queue.ts'
import { sendNewDraft, sendUpdate } from './queries.ts'

/** A deployment of the draft is prepared or sent, or its collection exists. */
export type Frozen = 'deploying' | 'live'

/** The draft of the wizard and its storing on the server; all steps share one. */
export type DraftEditor = {
  /** The last answer of the server; `contract_id` is empty until something is entered. */
  draft: Draft
  /** The fields of the draft with the changes that are not stored yet. */
  fields: Draft['fields']
  /** Queues changes: sent together after a pause, in order, again when back online. */
  change(changes: DraftChanges): void
  /** Stores everything now; resolves to whether all of it is stored. */
  flush(): Promise<boolean>
  /** Stores what is queued and makes the draft if there is none; undefined if it failed. */
  ensure(): Promise<Draft | undefined>
  /** Takes a draft that another call answered with. */
  replace(draft: Draft): void
  saving: Saving
  savedAt: Date | undefined
  /** Sentences of the server on refused fields, by path: `phases.0.start`. */
  refused: FieldProblems
  /** Returns how many of these fields the server refused, as of now. */
  refusedIn(paths: readonly string[]): number
  /** The reason why nothing is stored at present. */
  problem: Problem | undefined
  /** Fields that were changed here and on another device in two ways. */
  conflict: Conflict | undefined
  resolve(side: 'mine' | 'theirs'): void
  retry(): void
  /** Why the draft cannot be edited at present, as far as the review knows. */
  frozen: Frozen | undefined
  freeze(why: Frozen | undefined): void
  /** Increases when fields got values from elsewhere: forms begin anew. */
  revision: number
}

const Context = createContext<DraftEditor | null>(null)

/** Returns the draft editor of the wizard. Throws outside of it. */
export function useDraftEditor(): DraftEditor {
  const editor = useContext(Context)
  if (!editor) throw new Error('useDraftEditor is used outside DraftEditorProvider')
  return editor
}

type ProviderProps = {
  initial: Draft
  /** Called once the draft exists on the server. */
  onCreated(id: string): void
  children: ReactNode
}

/** Holds the draft that the steps edit. */
export function DraftEditorProvider({ initial, onCreated, children }: ProviderProps) {
  const { queue, state } = useQueue(initial, onCreated)
  const [frozen, freeze] = useState<Frozen | undefined>(
    initial.state === 'deploying' ? 'deploying' : undefined,
  )
  const editor: DraftEditor = {
    ...queue,
    ...state,
    frozen,
    freeze,
    refusedIn: (paths) =>
      Object.keys(queue.read().refused).filter((path) => paths.includes(path)).length,
    // Safe: unsaved changes hold no undefined value.
    fields: { ...state.draft.fields, ...(state.unsaved as Partial<Draft['fields']>) },
  }
  return <Context value={editor}>{children}</Context>
}

function useQueue(initial: Draft, onCreated: (id: string) => void) {
  const created = useRef(onCreated)
  created.current = onCreated
  const [state, setState] = useState<QueueState>()
  const [queue] = useState<SaveQueue>(() =>
    createSaveQueue({
      draft: initial,
      async create(changes, key) {
        const draft = await sendNewDraft({ ...suggestedTerms, ...changes }, key)
        created.current(draft.contract_id)
        return draft
      },
      update: sendUpdate,
      onChange: setState,
    }),
  )
  useEffect(() => {
    addEventListener('online', queue.retry)
    // After signing in again.
    const stop = session.subscribe(() => session.read().user && queue.retry())
    return () => {
      removeEventListener('online', queue.retry)
      stop()
      queue.close()
      unsavedInput.write(false)
    }
  }, [queue])
  const shown = state ?? queue.read()
  const hasUnsaved = Object.keys(shown.unsaved).length > 0
  useEffect(() => unsavedInput.write(hasUnsaved), [hasUnsaved])
  return { queue, state: shown }
}
