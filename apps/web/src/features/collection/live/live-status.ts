import { createStore } from '../../../lib/store.ts'

/** Whether a stream keeps the page up to date now, so that it need not ask as often. */
export const isStreamOpen = createStore(false)
