import type { MintState } from '@platemark/rules/mint-state-types'
import { createStore } from '../../lib/store.ts'

/** What the panel of a connected wallet shows, for what else tells of it; null without one. */
export const mintStateStore = createStore<MintState | null>(null)
