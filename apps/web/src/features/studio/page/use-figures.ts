import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Own } from './own.ts'
import { refreshFigures, studioStatsQuery } from './own-queries.ts'

/** Returns the milliseconds between two reads of a collection: fewer while it can be minted. */
export function refreshMs(state: string | undefined): number {
  return state === 'live' ? 15_000 : 60_000
}

/**
 * Returns the collection with the counts of its statistics, which are read in intervals: counts
 * and amounts of the page are then of one moment. What follows from them is read again when they
 * change.
 */
export function useFigures(own: Own): Own {
  const { draft, collection } = own
  const queries = useQueryClient()
  const { data } = useQuery({
    ...studioStatsQuery(draft.contract_id),
    staleTime: 0,
    refetchInterval: refreshMs(collection.state),
  })
  const sold = data?.data.since_start
  const holders = data?.data.holders
  const isFirst = useRef(true)
  useEffect(() => {
    // Both keep their identity while nothing in them changes.
    if (!sold || !holders) return
    if (!isFirst.current) void refreshFigures(queries, draft.contract_id)
    isFirst.current = false
  }, [queries, draft.contract_id, sold, holders])
  if (!sold || !holders) return own
  const { minted, airdropped, unique_minters } = sold
  return {
    ...own,
    collection: {
      ...{ ...collection, unique_minters },
      ...{ minted: minted + airdropped, holders: holders.count },
    },
  }
}
