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

/** Corrections of a stored set that the server does not have. */
type UnsentChanges = {
  /** Sends them again; resolves to whether all are stored. */
  send(): Promise<boolean>
}

/** Written by the same session after a failure; read by the frame around the steps. */
export const unsentChanges = createStore<UnsentChanges | undefined>(undefined)
