import type { ComponentType } from 'react'
import type { ChangeName, ChangeProps } from './change-props.ts'

/** Part that makes a change, loaded once it is opened; without a part it is not offered. */
export const changes: Partial<
  Record<ChangeName, () => Promise<ComponentType<ChangeProps>>>
> = {}
