import { useRef, useState } from 'react'

/**
 * Holds a state that calls on their way read as it is when they end. Returns what is rendered, and
 * functions that read and write the latest one.
 */
export function useLatest<State>(
  begin: () => State,
): [shown: State, read: () => State, write: (state: State) => void] {
  const [shown, show] = useState(begin)
  const latest = useRef(shown)
  const write = (state: State) => {
    latest.current = state
    show(state)
  }
  return [shown, () => latest.current, write]
}
