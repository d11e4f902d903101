import { useEffect, useRef } from 'react'

/** Returns the reader of a signal that aborts once the component is gone. */
export function useClosingSignal(): () => AbortSignal {
  const closing = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])
  return () => closing.current?.signal ?? new AbortController().signal
}
