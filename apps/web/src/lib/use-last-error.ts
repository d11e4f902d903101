import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** Shared error of reads that wait for a connection. */
let paused: Error | undefined

type Read = UseQueryResult<unknown>

/**
 * Returns the error that keeps a read without data: its last error, also during a retry,
 * or a missing connection. Null while data is there or first pending, and during
 * hydration.
 */
export function useLastError(read: Read): Error | null {
  return useFailedRead([read])?.error ?? null
}

/** Returns the first failed read with its error. */
export function useFailedRead<Each extends Read>(
  reads: readonly Each[],
): { read: Each; error: Error } | undefined {
  const last = useRef<Error | null>(null)
  const read = reads.find(hasFailed)
  const isHydrated = useHydrated(read !== undefined)
  last.current = read ? (read.error ?? last.current) : null
  if (!read || !isHydrated) return undefined
  const error = last.current ?? (isPaused(read) ? offlineError() : null)
  return error ? { read, error } : undefined
}

/** Returns one lazily created error: creating errors is costly during startup. */
function offlineError(): Error {
  paused ??= new Error('device is offline')
  return paused
}

function hasFailed(read: Read): boolean {
  return read.errorUpdatedAt > read.dataUpdatedAt || isPaused(read)
}

function isPaused({ fetchStatus, dataUpdatedAt }: Read): boolean {
  return fetchStatus === 'paused' && dataUpdatedAt === 0
}
