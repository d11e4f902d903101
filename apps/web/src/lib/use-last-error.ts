import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** A read that waits for the connection to come back, and then goes on by itself. */
let paused: Error | undefined

type Read = UseQueryResult<unknown>

/**
 * What keeps a read from being there: its last error, also while it is tried again (the read
 * itself forgets it then), or that there is no connection. Null for a read that is there, or
 * awaited for the first time, and until a painted page is taken over: that was painted as awaited.
 */
export function useLastError(read: Read): Error | null {
  return useFailedRead([read])?.error ?? null
}

/** The first of several reads that is kept from being there, and what keeps it. */
export function useFailedRead<Each extends Read>(
  reads: readonly Each[],
): { read: Each; error: Error } | undefined {
  const last = useRef<Error | null>(null)
  const read = reads.find(hasFailed)
  const isTold = useHydrated(read !== undefined)
  last.current = read ? (read.error ?? last.current) : null
  if (!read || !isTold) return undefined
  const error = last.current ?? (isPaused(read) ? offlineError() : null)
  return error ? { read, error } : undefined
}

/** The same each time, and made only where it is needed: errors cost while a page starts. */
function offlineError(): Error {
  paused ??= new Error('This device is offline.')
  return paused
}

function hasFailed(read: Read): boolean {
  return read.errorUpdatedAt > read.dataUpdatedAt || isPaused(read)
}

function isPaused({ fetchStatus, dataUpdatedAt }: Read): boolean {
  return fetchStatus === 'paused' && dataUpdatedAt === 0
}
