import { createRecordStore, type RecordStore } from '@platemark/mint/record-store'
import { createTabChannel, type TabChannel } from '@platemark/mint/tabs'
import { useSyncExternalStore } from 'react'
import { createStore } from '../store.ts'
import {
  addSaved,
  parseSaved,
  removeSaved,
  type SavedEntry,
  type SavedSubject,
} from './saved-list.ts'

/** The list as a page shows it. */
type SavedState = {
  /** The last saved first. */
  entries: readonly SavedEntry[]
  /** False: the browser keeps nothing, so that the list lasts as long as the page. */
  isKept: boolean
}

/** End of a change; `full`: the list has `MAX_SAVED` entries, and is as before. */
type SavedOutcome = 'done' | 'full'

export type SavedStore = {
  /** Returns the list; null while it is being read. */
  read(): SavedState | null
  /** Reads the list with the first listener, and again as other tabs change it. */
  subscribe(listener: () => void): () => void
  /** Saves or removes a subject. Never rejects. */
  change(subject: SavedSubject, isSaved: boolean): Promise<SavedOutcome>
}

/** Key of the one record, which is changed as a whole so that tabs agree on the limit. */
const KEY = 'list'

/**
 * Creates the list of what is saved in this browser. It is no part of an account, and outlives a
 * logout, which clears the local storage only.
 */
export function createSavedStore(
  records: RecordStore<unknown>,
  channel: TabChannel,
  now: () => number = Date.now,
): SavedStore {
  const state = createStore<SavedState | null>(null)
  let listeners = 0
  let stop = () => {}

  const update = async (
    decide: (entries: readonly SavedEntry[]) => readonly SavedEntry[] | null,
  ): Promise<SavedOutcome> => {
    const shown = state.read()?.entries
    let next: readonly SavedEntry[] = []
    let outcome: SavedOutcome = 'done'
    const isKept = await records.change(KEY, (stored) => {
      const present = stored === undefined ? (shown ?? []) : parseSaved(stored)
      const decided = decide(present)
      outcome = decided ? 'done' : 'full'
      next = decided ?? present
      return next === present ? 'keep' : { put: next }
    })
    state.write({ entries: next, isKept })
    return outcome
  }
  const refresh = () => void update((entries) => entries)
  const refreshIfVisible = () => {
    if (!document.hidden) refresh()
  }

  return {
    read: state.read,
    subscribe(listener) {
      const unsubscribe = state.subscribe(listener)
      listeners += 1
      if (listeners === 1) {
        refresh()
        const leave = channel.subscribe(KEY, refresh)
        // A page that comes back from the history has missed the messages of other tabs.
        globalThis.document?.addEventListener('visibilitychange', refreshIfVisible)
        stop = () => {
          leave()
          globalThis.document?.removeEventListener('visibilitychange', refreshIfVisible)
        }
      }
      return () => {
        unsubscribe()
        listeners -= 1
        if (listeners === 0) stop()
      }
    },
    async change(subject, isSaved) {
      const savedAt = now()
      const outcome = await update((entries) =>
        isSaved ? addSaved(entries, subject, savedAt) : removeSaved(entries, subject),
      )
      channel.notify(KEY)
      return outcome
    },
  }
}

/** Store of the collections and creators that are saved in this browser. */
export const savedStore = createSavedStore(
  createRecordStore<unknown>('platemark saved', 'saved'),
  createTabChannel('platemark saved'),
)

/** Subscribes to what is saved in this browser; null until it was read, and in SSR. */
export function useSaved(): SavedState | null {
  return useSyncExternalStore(savedStore.subscribe, savedStore.read, () => null)
}
