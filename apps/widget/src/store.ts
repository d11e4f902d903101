import type { MintState } from '@platemark/rules/mint-state-types'
import type { Model } from './model.ts'

/** Holds the model; every update renders. */
export type Store = {
  readonly model: Model
  update(changes: Partial<Model>): void
  state(): MintState | null
  /** Aborted when the panel stops. */
  signal: AbortSignal
}
