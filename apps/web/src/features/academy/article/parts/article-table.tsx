import type { ReactNode } from 'react'
import { focusWhileScrollable } from './focus-while-scrollable.ts'

/** Table, which scrolls sideways where it is wider than the page. */
export function ArticleTable({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div
      className="article-table"
      role="group"
      aria-label="Table"
      ref={focusWhileScrollable}
    >
      <table>{children}</table>
    </div>
  )
}
