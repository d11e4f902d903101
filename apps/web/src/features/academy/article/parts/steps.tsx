import type { ReactNode } from 'react'

/** Numbered steps. */
export function NumberedSteps({ children }: { children: ReactNode }) {
  return <ol className="steps">{children}</ol>
}

/** One of `NumberedSteps`. */
export function NumberedStep({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) {
  return (
    <li>
      <div>
        <b>{title}</b>
        {children}
      </div>
    </li>
  )
}
