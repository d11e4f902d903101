import { timeIntervals } from '@platemark/api/lists'
import type { TrueRow, Truth } from '../oracle.ts'
import { sumOf } from './contract-state.ts'
import { priceOf, quantityOf } from './expected-stats.ts'

/**
 * What ranks should hold while each window begins after its mark, in the rows' own terms: all
 * that was minted since, and by how many who did not make the collection themselves. A window
 * without a mark has not begun to move and holds everything.
 */
export function trueRanks(truth: Truth, marks: ReadonlyMap<string, Date>): TrueRow[] {
  const { collections, mints, minters } = truth.tables
  const windows = timeIntervals.filter((window) => window !== 'all')
  return windows.flatMap((time_window) => {
    const mark = marks.get(time_window)?.getTime() ?? Number.NEGATIVE_INFINITY
    const isWithin = (time: unknown) => Number(time) > mark
    const sold = Map.groupBy(
      mints.filter(({ time }) => isWithin(time)),
      ({ collection }) => collection,
    )
    const met = Map.groupBy(
      minters.filter(({ last_mint_at }) => isWithin(last_mint_at)),
      ({ collection }) => collection,
    )
    return collections.flatMap(({ collection, creator, created_at }) => {
      const own = sold.get(collection)
      if (!own) return []
      const others = met.get(collection)?.filter(({ minter }) => minter !== creator) ?? []
      return [
        {
          time_window,
          collection,
          chain_id: truth.chainId,
          created_at,
          minters: others.length,
          mints: sumOf(own, quantityOf),
          volume_wei: sumOf(own, (mint) => quantityOf(mint) * priceOf(mint)),
        },
      ]
    })
  })
}
