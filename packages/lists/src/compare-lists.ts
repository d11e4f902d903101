import type { Slices } from '@platemark/rules/slices'
import type { ListEntry } from './read-row.ts'

/** Entries that a list has gained and lost against another one. */
export type ListDifference = {
  added: ListEntry[]
  removed: ListEntry[]
  changed: { before: ListEntry; after: ListEntry }[]
}

const SLICE_ROWS = 500

/** Compares two lists in which each wallet is there once, by wallet and terms. */
export function* compareLists(
  before: readonly ListEntry[],
  after: readonly ListEntry[],
): Slices<ListDifference> {
  const difference: ListDifference = { added: [], removed: [], changed: [] }
  const total = Math.max(before.length + 2 * after.length, 1)
  let done = 0
  const known = new Map<string, ListEntry>()
  for (const entry of before) {
    known.set(entry.address, entry)
    done += 1
    if (done % SLICE_ROWS === 0) yield done / total
  }
  for (const entry of after) {
    const old = known.get(entry.address)
    if (!old) difference.added.push(entry)
    else {
      known.delete(entry.address)
      if (!hasEqualTerms(old, entry))
        difference.changed.push({ before: old, after: entry })
    }
    done += 1
    if (done % SLICE_ROWS === 0) yield done / total
  }
  for (const entry of known.values()) {
    difference.removed.push(entry)
    done += 1
    if (done % SLICE_ROWS === 0) yield Math.min(done / total, 1)
  }
  return difference
}

function hasEqualTerms(one: ListEntry, other: ListEntry): boolean {
  return one.quantity === other.quantity && one.price_wei === other.price_wei
}

/** Wallets that lists share. */
export type ListOverlap = {
  /** Wallets on both lists, by their positions; on the diagonal those of that list alone. */
  shared: number[][]
  /** Wallets that are on every list. */
  onAll: number
  /** Wallets of all lists, each counted once. */
  total: number
}

/** Counts the wallets that lists share; each wallet is there once on each of up to 30 lists. */
export function* findOverlap(
  lists: readonly (readonly Pick<ListEntry, 'address'>[])[],
): Slices<ListOverlap> {
  const rows = lists.reduce((sum, list) => sum + list.length, 0)
  // Lists as bits, so that a wallet takes one number however many lists there are.
  const masks = new Map<string, number>()
  let done = 0
  for (const [at, list] of lists.entries()) {
    for (const { address } of list) {
      masks.set(address, (masks.get(address) ?? 0) | (1 << at))
      done += 1
      if (done % SLICE_ROWS === 0) yield (0.5 * done) / rows
    }
  }
  const counts = new Map<number, number>()
  let counted = 0
  for (const mask of masks.values()) {
    counts.set(mask, (counts.get(mask) ?? 0) + 1)
    counted += 1
    if (counted % SLICE_ROWS === 0) yield 0.5 + (0.5 * counted) / masks.size
  }
  return countShared(lists.length, counts, masks.size)
}

function countShared(
  size: number,
  counts: ReadonlyMap<number, number>,
  total: number,
): ListOverlap {
  const shared = Array.from({ length: size }, () => Array<number>(size).fill(0))
  const has = (mask: number, at: number) => (mask & (1 << at)) !== 0
  for (const [mask, count] of counts) {
    for (const [one, row] of shared.entries()) {
      for (const other of row.keys()) {
        const isWanted =
          one === other ? mask === 1 << one : has(mask, one) && has(mask, other)
        if (isWanted) row[other] = (row[other] ?? 0) + count
      }
    }
  }
  const onAll = size === 0 ? 0 : (counts.get(2 ** size - 1) ?? 0)
  return { shared, onAll, total }
}
