import type { ReactNode } from 'react'

/** Short fact in a pill. `demo` is dashed: without real value. */
export function Tag({
  kind,
  children,
}: {
  kind?: 'live' | 'warn' | 'demo'
  children: ReactNode
}) {
  return <span className={`tag ${kind ?? ''}`}>{children}</span>
}
