import type { MintState } from '@platemark/rules/mint-state-types'
import { createStore } from '../../lib/store.ts'

/** State of the connected mint panel, for the mint bar; null without a wallet. */
export const mintStateStore = createStore<MintState | null>(null)
