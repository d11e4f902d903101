import { type ReactNode, useEffect } from 'react'

type OnMountProps = { children: ReactNode; onMount: () => void }

/** Calls `onMount` once its children are mounted or hydrated. */
export function OnMount({ children, onMount }: OnMountProps) {
  useEffect(onMount, [onMount])
  return children
}
