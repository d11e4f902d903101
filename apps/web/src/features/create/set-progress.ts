import { createStore } from '../../lib/store.ts'

/** How much of a set this page has sent. */
export type SetProgress = {
  contractId: string
  /** Files that arrived, of all. */
  received: number
  total: number
}

/** Written by the session that uploads a set, which loads on use; read by all steps. */
export const setProgress = createStore<SetProgress | undefined>(undefined)
