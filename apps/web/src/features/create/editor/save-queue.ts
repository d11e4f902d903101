import type { FieldProblems, Problem } from '@platemark/api/problem'
import type { Draft, DraftChanges } from '@platemark/api/studio'
import { differingFields, isSame, readFailure, topField } from './refusals.ts'

export type Saving = 'saved' | 'saving' | 'offline' | 'refused'

/** Fields that were changed here and elsewhere, in two ways. */
export type Conflict = { theirs: Draft; fields: (keyof DraftChanges)[] }

export type QueueState = {
  /** The last answer of the server; `contract_id` is empty until the draft is made. */
  draft: Draft
  /** Changes that are not stored yet, refused ones included. */
  unsaved: DraftChanges
  saving: Saving
  savedAt: Date | undefined
  /** Sentences of the server, by path: `phases.0.start`. */
  refused: FieldProblems
  conflict: Conflict | undefined
  /** The reason why nothing is stored at present. */
  problem: Problem | undefined
  /** Increases when a field got another value than the one entered here. */
  revision: number
}

export type QueueOptions = {
  draft: Draft
  /** Creates the draft; the same key never makes two. */
  create(changes: DraftChanges, key: string): Promise<Draft>
  update(id: string, changes: DraftChanges, updatedAt: string): Promise<Draft>
  onChange(state: QueueState): void
  now?: () => Date
  /** Milliseconds without a change until changes are sent. */
  pauseMs?: number
  /** Milliseconds until a call without an answer is sent again. */
  retryMs?: number
}

export type SaveQueue = ReturnType<typeof createSaveQueue>

/**
 * Sends changes of a draft in order, one call at a time, together after a pause. Nothing
 * entered is dropped: what is not stored stays in `unsaved` until it is stored, refused
 * fields are left out of later calls until they change, and changes made elsewhere are
 * merged, or kept beside those made here where both concern one field.
 */
export function createSaveQueue(options: QueueOptions) {
  const { onChange, now = () => new Date(), pauseMs = 700, retryMs = 5000 } = options
  let state: QueueState = {
    draft: options.draft,
    unsaved: {},
    saving: 'saved',
    savedAt: options.draft.contract_id ? new Date(options.draft.updated_at) : undefined,
    refused: {},
    conflict: undefined,
    problem: undefined,
    revision: 0,
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  /** The call that makes the draft: sent again unchanged until it is answered. */
  let creation: { key: string; changes: DraftChanges } | undefined
  let isClosed = false

  const set = (next: Partial<QueueState>) => {
    state = { ...state, ...next }
    onChange(state)
  }
  /** Changes that may be sent: all but the refused fields. */
  const sendable = () => omit(state.unsaved, Object.keys(state.refused).map(topField))
  const isDone = () => Object.keys(state.unsaved).length === 0
  const restingState = (): Saving => (isDone() ? 'saved' : 'refused')

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void run(), ms)
  }

  const change = (changes: DraftChanges) => {
    const names = Object.keys(changes)
    set({
      unsaved: { ...state.unsaved, ...changes },
      refused: without(state.refused, names),
      ...(!state.problem && { saving: 'saving' }),
    })
    schedule(pauseMs)
  }

  /** Sends what can be sent until nothing is left or an attempt fails. */
  const run = (): Promise<void> => {
    clearTimeout(timer)
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }

  const sendAll = async () => {
    while (!state.conflict) {
      const changes = sendable()
      const isNew = state.draft.contract_id === ''
      if (Object.keys(changes).length === 0 && !creation) {
        set({ saving: restingState(), ...(isDone() && { problem: undefined }) })
        return
      }
      set({ saving: 'saving' })
      const isGoingOn = isNew ? await sendNew(changes) : await sendChanges(changes)
      if (!isGoingOn) return
    }
  }

  const sendNew = async (changes: DraftChanges): Promise<boolean> => {
    creation ??= { key: crypto.randomUUID(), changes }
    const { key, changes: sent } = creation
    try {
      const draft = await options.create(sent, key)
      creation = undefined
      accept(draft, sent)
      return true
    } catch (error) {
      return fail(error, sent)
    }
  }

  const sendChanges = async (sent: DraftChanges): Promise<boolean> => {
    const { contract_id, updated_at } = state.draft
    try {
      accept(await options.update(contract_id, sent, updated_at), sent)
      return true
    } catch (error) {
      return fail(error, sent)
    }
  }

  const accept = (draft: Draft, sent: DraftChanges) => {
    // Entered again while it was sent: that value waits for its turn.
    const names = Object.keys(sent).filter((name) =>
      isSame(pick(state.unsaved, name), pick(sent, name)),
    )
    set({
      draft,
      unsaved: omit(state.unsaved, names),
      savedAt: now(),
      problem: undefined,
    })
  }

  /** Notes why nothing was stored; returns whether the rest can be sent at once. */
  const fail = (error: unknown, sent: DraftChanges): boolean => {
    const outcome = readFailure(error, sent)
    if (outcome.kind === 'refused') {
      creation = undefined
      // A field that changed meanwhile gets another answer.
      const stale = Object.keys(sent).filter(
        (name) => !isSame(pick(state.unsaved, name), pick(sent, name)),
      )
      set({ refused: { ...state.refused, ...without(outcome.fields, stale) } })
      return true
    }
    if (outcome.kind === 'conflict') return merge(outcome.theirs)
    if (outcome.kind === 'later') {
      set({ saving: 'offline', problem: outcome.problem })
      schedule(outcome.afterMs ?? retryMs)
      return false
    }
    creation = undefined
    set({ saving: 'refused', problem: outcome.problem })
    return false
  }

  /** Takes a version made elsewhere; fields changed on both sides wait for a decision. */
  const merge = (theirs: Draft): boolean => {
    const changed = differingFields(state.draft, theirs)
    const both = changed.filter(
      (name) =>
        name in state.unsaved && !isSame(pick(state.unsaved, name), theirs.fields[name]),
    )
    if (both.length > 0) {
      set({ saving: 'refused', conflict: { theirs, fields: both } })
      return false
    }
    set({
      draft: theirs,
      revision: state.revision + (changed.length > 0 ? 1 : 0),
    })
    return true
  }

  return {
    read: () => state,
    change,
    /** Sends everything now; resolves to whether all of it is stored. */
    async flush(): Promise<boolean> {
      await run()
      return isDone() && !state.conflict
    },
    /** Returns the stored draft, and makes it if there is none; undefined if that failed. */
    async ensure(): Promise<Draft | undefined> {
      await run()
      if (state.draft.contract_id === '') {
        creation ??= { key: crypto.randomUUID(), changes: sendable() }
        await run()
      }
      return state.draft.contract_id === '' ? undefined : state.draft
    },
    /** Takes the answer of another call, such as an upload; what is unsaved stays. */
    replace(draft: Draft): void {
      set({ draft, savedAt: now() })
    },
    /** Decides a conflict: the fields keep the values entered here, or get the others. */
    resolve(side: 'mine' | 'theirs'): void {
      const { conflict } = state
      if (!conflict) return
      const { theirs, fields } = conflict
      set({
        draft: theirs,
        conflict: undefined,
        revision: state.revision + 1,
        ...(side === 'theirs' && {
          unsaved: omit(state.unsaved, fields),
          refused: without(state.refused, fields),
        }),
      })
      void run()
    },
    /** Sends what failed again, for example when the connection is back. */
    retry(): void {
      if (!isDone() || creation) void run()
    },
    /** Sends the rest once and stops. */
    close(): void {
      if (!isDone() && !state.conflict) void run()
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function pick(changes: DraftChanges, name: string): unknown {
  // Safe: only names of its own fields are passed.
  return changes[name as keyof DraftChanges]
}

function omit(changes: DraftChanges, names: readonly string[]): DraftChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => !names.includes(name)),
  )
}

/** Removes the sentences of fields and of all paths within them. */
function without(problems: FieldProblems, fields: readonly string[]): FieldProblems {
  return Object.fromEntries(
    Object.entries(problems).filter(([path]) => !fields.includes(topField(path))),
  )
}
