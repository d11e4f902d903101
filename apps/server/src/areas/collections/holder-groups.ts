import type { HolderGroup } from '@platemark/api/collection-reads'
import type { AppContext } from '../../http/app-context.ts'
import { type HolderCount, readHolderSpread } from './queries/holders.ts'
import { withStatementTimeout } from './queries/read-indexes.ts'
import { type CollectionPath, locateCollection } from './service.ts'

/**
 * Lists how many wallets hold how much of a collection, the most first. Throws as
 * `locateCollection`.
 */
export async function listHolderGroups(
  context: AppContext,
  place: CollectionPath,
): Promise<HolderGroup[]> {
  const { row } = await locateCollection(context, place)
  const { largest, between, least } = await withStatementTimeout(
    context.database,
    (database) => readHolderSpread(database, row),
  )
  const above = largest.at(-1)
  const below = least[0]
  if (!between || !above || !below) return joinCounts([...largest, ...least])
  const middle = { from: below.quantity + 1, to: above.quantity - 1, ...between }
  return [...joinCounts(largest), middle, ...joinCounts(least)]
}

/** Joins counts, ordered by quantity, that agree in their first two digits. */
function joinCounts(counts: HolderCount[]): HolderGroup[] {
  const groups: HolderGroup[] = []
  for (const { quantity, holders } of counts) {
    const last = groups.at(-1)
    if (last && toTwoDigits(last.from) === toTwoDigits(quantity)) {
      last.from = Math.min(last.from, quantity)
      last.to = Math.max(last.to, quantity)
      last.holders += holders
      last.quantity += quantity * holders
    } else {
      groups.push({
        from: quantity,
        to: quantity,
        holders,
        quantity: quantity * holders,
      })
    }
  }
  return groups
}

/** Returns a quantity with zeros after its first two digits: 1234 is 1200. */
function toTwoDigits(quantity: number): number {
  const step = 10 ** Math.max(String(quantity).length - 2, 0)
  return quantity - (quantity % step)
}
