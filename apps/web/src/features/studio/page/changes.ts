import type { ComponentType } from 'react'
import type { Own } from './own.ts'

/** What can be changed from the page of a collection; `?change=` of its address names one. */
export type ChangeName =
  | 'airdrop'
  | 'reveal'
  | 'freeze'
  | 'pause'
  | 'phases'
  | 'supply'
  | 'royalty'
  | 'payees'
  | 'owner'

export type ChangeProps = { own: Own; onClose: () => void }

/** Part that makes a change, loaded once it is opened; without a part it is not offered. */
export const changes: Partial<
  Record<ChangeName, () => Promise<ComponentType<ChangeProps>>>
> = {}
