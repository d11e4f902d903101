import { useSyncExternalStore } from 'react'

/**
 * False in the painted view and in the browser's first render, which must be equal; true
 * from then on. What depends on the viewer (zone, language, storage) waits for it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => undefined
