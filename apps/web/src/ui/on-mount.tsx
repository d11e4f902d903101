import { type ReactNode, useEffect } from 'react'

/** Calls `onMount` once its children are mounted or hydrated. */
export function OnMount({ children, then }: { children: ReactNode; then: () => void }) {
  useEffect(then, [then])
  return children
}
