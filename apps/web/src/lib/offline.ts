import { useSyncExternalStore } from 'react'

/** Returns whether the browser reports that it has no connection; false during SSR. */
export function isOffline(): boolean {
  return navigator.onLine === false
}

/** Subscribes to `isOffline`; false during hydration, as the server rendered it. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false)
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
