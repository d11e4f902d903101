import type { ReactNode } from 'react'

/** A short fact in a pill. `demo` is dashed: without value. */
export function Tag({
  kind,
  children,
}: {
  kind?: 'live' | 'warn' | 'demo'
  children: ReactNode
}) {
  return <span className={`tag ${kind ?? ''}`}>{children}</span>
}
