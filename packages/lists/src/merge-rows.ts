import type { Slices } from '@platemark/rules/slices'
import type { ListRow } from './read-list.ts'
import type { ListEntry } from './read-row.ts'
import { MAX_QUANTITY } from './read-terms.ts'

/** How the quantities of one wallet in several rows are merged. */
export type MergePolicy = 'higher' | 'sum'

/** Wallet with several rows. */
export type MergedWallet = {
  address: string
  places: Pick<ListRow, 'source' | 'line' | 'quantity'>[]
  /** Its entry on the list. */
  quantity: number | null
}

export type MergedList = {
  entries: ListEntry[]
  merged: MergedWallet[]
  /** Rows beyond the first of each wallet. */
  surplus: number
}

const SLICE_ROWS = 500

/**
 * Merges the rows of one list so that each wallet is there once, in the order of first rows.
 * `higher` keeps the row with the higher quantity, of equal ones the one with the lower price;
 * `sum` adds the quantities up to 65,535 and keeps the lowest price. An empty quantity counts as
 * `limit` and an empty price as `priceWei`, those of the phase.
 */
export function* mergeRows(
  rows: readonly ListRow[],
  policy: MergePolicy,
  phase: { limit: number; priceWei: string },
): Slices<MergedList> {
  const groups = new Map<string, ListRow | ListRow[]>()
  for (const [at, row] of rows.entries()) {
    const known = groups.get(row.address)
    if (!known) groups.set(row.address, row)
    else if (Array.isArray(known)) known.push(row)
    else groups.set(row.address, [known, row])
    if (at % SLICE_ROWS === SLICE_ROWS - 1) yield (0.5 * at) / rows.length
  }
  const list: MergedList = { entries: [], merged: [], surplus: 0 }
  const choose = policy === 'sum' ? addUp : keepHigher
  let done = 0
  for (const [address, group] of groups) {
    done += 1
    if (done % SLICE_ROWS === 0) yield 0.5 + (0.5 * done) / groups.size
    if (!Array.isArray(group)) {
      const { quantity, price_wei } = group
      list.entries.push({ address, quantity, price_wei })
      continue
    }
    const { quantity, price_wei } = group.reduce((one, other) =>
      choose(one, other, phase),
    )
    list.entries.push({ address, quantity, price_wei })
    const places = group.map(({ source, line, quantity }) => ({ source, line, quantity }))
    list.merged.push({ address, places, quantity })
    list.surplus += group.length - 1
  }
  return list
}

type Phase = { limit: number; priceWei: string }

function keepHigher(one: ListRow, other: ListRow, phase: Phase): ListRow {
  const more = (other.quantity ?? phase.limit) - (one.quantity ?? phase.limit)
  if (more !== 0) return more > 0 ? other : one
  return isCheaper(other, one, phase) ? other : one
}

function addUp(one: ListRow, other: ListRow, phase: Phase): ListRow {
  const sum = (one.quantity ?? phase.limit) + (other.quantity ?? phase.limit)
  const { price_wei } = isCheaper(other, one, phase) ? other : one
  return { ...one, quantity: Math.min(sum, MAX_QUANTITY), price_wei }
}

function isCheaper(one: ListRow, other: ListRow, { priceWei }: Phase): boolean {
  if (one.price_wei === other.price_wei) return false
  return BigInt(one.price_wei ?? priceWei) < BigInt(other.price_wei ?? priceWei)
}
