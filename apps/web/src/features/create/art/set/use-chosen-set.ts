import { useMemo, useSyncExternalStore } from 'react'
import { findSetSession } from './set-session.ts'

/** Returns the session of a set on this page, its state, and the chosen files by path. */
export function useChosenSet(contractId: string) {
  const session = findSetSession(contractId)
  const state = useSyncExternalStore(session.subscribe, session.read)
  const { choice } = state
  const files = useMemo(
    () => new Map(choice?.files.map(({ path, file }) => [path, file])),
    [choice],
  )
  return { session, state, files }
}
