import { type ReactNode, useEffect } from 'react'

/** Calls `then` once what stands in it is React's, drawn or taken over. */
export function OnMount({ children, then }: { children: ReactNode; then: () => void }) {
  useEffect(then, [then])
  return children
}
