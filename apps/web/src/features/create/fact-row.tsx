import type { ReactNode } from 'react'

type FactRowProps = {
  term: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** One row of a list of facts: a term and its value. */
export function FactRow({ term, className, children }: FactRowProps) {
  return (
    <div className={className}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
