import { useEffect, useState } from 'react'

/** A part of the page that is loaded when it is first needed. */
export type LoadedPart<Part> = {
  /** Undefined until it is loaded. */
  part: Part | undefined
  /** Why it could not be loaded; a next attempt clears it. */
  error: Error | undefined
  /** Loads it unless it is there. Rejects where it cannot be loaded. */
  load(): Promise<Part>
  /** Loads it without a result: `part` or `error` shows what came of it. */
  retry(): void
}

/**
 * Loads a part once `isNeeded`, or by `load`. Unlike `lazy` it can be tried again, since a
 * connection may be missing for a while.
 */
export function usePart<Part>(
  request: () => Promise<Part>,
  isNeeded: boolean,
): LoadedPart<Part> {
  const [part, setPart] = useState<{ value: Part }>()
  const [error, setError] = useState<Error>()
  const load = async () => {
    setError(undefined)
    try {
      const value = await request()
      setPart({ value })
      return value
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      setError(error)
      throw error
    }
  }
  const retry = () => void load().catch(() => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes to be needed.
  useEffect(() => {
    if (isNeeded) retry()
  }, [isNeeded])
  return { part: part?.value, error, load, retry }
}
