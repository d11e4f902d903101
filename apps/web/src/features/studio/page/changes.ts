import type { ComponentType } from 'react'
import type { ChangeName, ChangeProps } from './change-props.ts'

/** Part that makes a change, loaded once it is opened; without a part it is not offered. */
export const changes: Partial<
  Record<ChangeName, () => Promise<ComponentType<ChangeProps>>>
> = {
  airdrop: async () => (await import('../airdrop/airdrop-change.tsx')).AirdropChange,
  reveal: async () => (await import('../changes/reveal-change.tsx')).RevealChange,
  freeze: async () => (await import('../changes/freeze-change.tsx')).FreezeChange,
  move: async () => (await import('../move/move-change.tsx')).MoveChange,
  pause: async () => (await import('../changes/pause-change.tsx')).PauseChange,
  phases: async () => (await import('../changes/phase-change.tsx')).PhaseChange,
  lists: async () => (await import('../lists/lists-change.tsx')).ListsChange,
  supply: async () => (await import('../changes/supply-change.tsx')).SupplyChange,
  royalty: async () => (await import('../changes/royalty-change.tsx')).RoyaltyChange,
  payees: async () => (await import('../changes/payees-change.tsx')).PayeesChange,
}
