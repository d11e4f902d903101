import { createStore } from '../../../lib/store.ts'

/** True while an event stream is open, so that the page polls less often. */
export const isStreamOpen = createStore(false)
