import { useEffect, useRef } from 'react'

/**
 * Focuses the first link of the first new row, or what `control` selects in it, when the button
 * that loaded the last ones is gone. `rows` selects the rows; an effect looks when their number
 * changes. Returns what the press of the button calls.
 */
export function useFocusNewRow(rows: string, count: number, control = 'a'): () => void {
  const before = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are in the document.
  useEffect(() => {
    const found = document.querySelectorAll(rows)
    const at = before.current
    if (at === undefined || found.length <= at) return
    before.current = undefined
    if (document.activeElement !== document.body) return
    found[at]?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
  }, [rows, count, control])
  return () => {
    before.current = document.querySelectorAll(rows).length
  }
}
