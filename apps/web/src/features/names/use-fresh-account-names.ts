import type { NameRow } from '@platemark/api/names'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Reads how accounts are named again once `shown` changes, as when the index has the block of a
 * change; undefined while it is not known.
 */
export function useFreshAccountNames(shown: string | null | undefined): void {
  const queries = useQueryClient()
  const known = useRef(shown)
  useEffect(() => {
    if (shown === undefined) return
    const before = known.current
    known.current = shown
    if (before === undefined || shown === before) return
    void queries.invalidateQueries({ queryKey: ['account name'] })
  }, [queries, shown])
}

/** Does so once another of the own names is the primary one. */
export function useFreshPrimaryName(rows: readonly NameRow[] | undefined): void {
  const primary = rows?.find(({ is_primary }) => is_primary)?.name ?? null
  useFreshAccountNames(rows && primary)
}
