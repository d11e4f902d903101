import { useSyncExternalStore } from 'react'

/**
 * False in the painted view and in the browser's first render, which must be equal; `then`
 * from then on. What depends on the viewer (zone, language, storage) waits for it. Where `then`
 * is false as well, nothing is drawn a second time.
 */
export function useHydrated(then = true): boolean {
  return useSyncExternalStore(
    never,
    () => then,
    () => false,
  )
}

const never = () => () => undefined
