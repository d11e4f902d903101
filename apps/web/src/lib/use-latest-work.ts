import { useEffect, useState } from 'react'

/**
 * Does work for some inputs, always as many, and returns its result: undefined until it is done
 * for the present ones, where it fails, and without work. Work for earlier inputs is aborted.
 */
export function useLatestWork<Result>(
  work: ((signal: AbortSignal) => Promise<Result>) | undefined,
  inputs: readonly unknown[],
): Result | undefined {
  const [done, setDone] = useState<{ inputs: readonly unknown[]; result: Result }>()
  useEffect(() => {
    if (!work) return
    const stop = new AbortController()
    work(stop.signal).then(
      (result) => {
        if (!stop.signal.aborted) setDone({ inputs, result })
      },
      () => undefined,
    )
    return () => stop.abort()
    // biome-ignore lint/correctness/useExhaustiveDependencies: `work` follows from the inputs.
  }, inputs)
  const isPresent = inputs.every((input, at) => input === done?.inputs[at])
  return work && isPresent ? done?.result : undefined
}
