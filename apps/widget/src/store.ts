import type { MintState } from '@platemark/rules/mint-state-types'
import type { Model } from './model.ts'

/** Keeps the model; every change is shown at once. */
export type Store = {
  readonly model: Model
  update(changes: Partial<Model>): void
  state(): MintState | null
  /** Ends with the panel. */
  signal: AbortSignal
}
