import { useSyncExternalStore } from 'react'
import { isOffline } from '../../lib/is-offline.ts'

/** Whether this browser knows that it has no connection. */
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
