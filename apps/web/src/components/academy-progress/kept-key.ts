import { localStore } from '@platemark/mint/browser-store'

/** Storage key of the progress in lessons that a browser keeps. */
export const KEPT_KEY = 'academy_progress'

/** Returns whether this browser keeps progress in lessons. */
export function hasKeptProgress(): boolean {
  return localStore.getItem(KEPT_KEY) !== null
}
