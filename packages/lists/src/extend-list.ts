import type { Slices } from '@platemark/rules/slices'
import type { ListEntry } from './read-row.ts'

const SLICE_ROWS = 500

/**
 * Returns a list with further entries at its end. The entry of a wallet that is on the list takes
 * the place of the one before.
 */
export function* extendList(
  present: readonly ListEntry[],
  further: readonly ListEntry[],
): Slices<ListEntry[]> {
  const total = Math.max(present.length + further.length, 1)
  const entries = new Map<string, ListEntry>()
  let done = 0
  for (const list of [present, further]) {
    for (const entry of list) {
      entries.set(entry.address, entry)
      done += 1
      if (done % SLICE_ROWS === 0) yield done / total
    }
  }
  return [...entries.values()]
}
