import { useSyncExternalStore } from 'react'

/**
 * Returns false in SSR and during hydration, and `then` afterwards, for values that
 * depend on the viewer (time zone, language, storage). With `then` false no second render
 * follows.
 */
export function useHydrated(then = true): boolean {
  return useSyncExternalStore(
    never,
    () => then,
    () => false,
  )
}

const never = () => () => undefined
