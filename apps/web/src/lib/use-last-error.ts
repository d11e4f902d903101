import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** A read that waits for the connection to come back, and then goes on by itself. */
const paused = new Error('This device is offline.')

/**
 * What keeps a read from being there: its last error, also while it is tried again (the read
 * itself forgets it then), or that there is no connection. Null for a read that is there, or
 * awaited for the first time, and until a painted page is taken over: that was painted as awaited.
 */
export function useLastError(query: UseQueryResult<unknown>): Error | null {
  const { error, errorUpdatedAt, dataUpdatedAt, fetchStatus } = query
  const isHydrated = useHydrated()
  const last = useRef(error)
  if (error) last.current = error
  if (!isHydrated) return null
  if (errorUpdatedAt > dataUpdatedAt) return last.current
  return fetchStatus === 'paused' && dataUpdatedAt === 0 ? paused : null
}
