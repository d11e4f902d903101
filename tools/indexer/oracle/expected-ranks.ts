import { timeIntervals } from '@platemark/api/lists'
import type { ExpectedRow, ExpectedState } from '../oracle.ts'
import { sumBy } from './contract-state.ts'

/**
 * Returns the expected ranks: per window the mints after its mark, and the minters among them
 * other than the creator. A window without a mark counts all mints.
 */
export function expectedRanks(
  expectedState: ExpectedState,
  marks: ReadonlyMap<string, Date>,
): ExpectedRow[] {
  const { collections, mints, minters } = expectedState.tables
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
          chain_id: expectedState.chainId,
          created_at,
          minters: others.length,
          mints: sumBy(own, toQuantity),
          volume_wei: sumBy(own, (mint) => toQuantity(mint) * toPrice(mint)),
        },
      ]
    })
  })
}

function toQuantity({ quantity }: ExpectedRow): bigint {
  return BigInt(String(quantity))
}

function toPrice({ price_wei }: ExpectedRow): bigint {
  return BigInt(String(price_wei))
}
