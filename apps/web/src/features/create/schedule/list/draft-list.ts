import { type MergedList, type MergePolicy, mergeRows } from '@platemark/lists/merge-rows'
import {
  type LeftOutRow,
  type ListContent,
  type ListRow,
  readList,
} from '@platemark/lists/read-list'
import { type RowOptions, readRowText } from '@platemark/lists/read-row'
import { runSlices } from '../../../../lib/run-slices.ts'

/** The list of one phase as its creator works on it. */
export type DraftList = {
  rows: readonly ListRow[]
  leftOut: readonly LeftOutRow[]
  policy: MergePolicy
  merged: MergedList
  /** Names of files and other sources, in the order of their reading. */
  sources: readonly string[]
}

/** Terms of a phase that stand for empty cells. */
export type PhaseTerms = { limit: number; priceWei: string }

const noEntries: MergedList = { entries: [], merged: [], surplus: 0 }

export const emptyList: DraftList = {
  rows: [],
  leftOut: [],
  policy: 'higher',
  merged: noEntries,
  sources: [],
}

/** A stored list as the API answers it. */
export type StoredList = {
  csv: string
  left_out: readonly { source: string; line: number; text: string }[]
}

/** Name of the source of rows that were stored before. */
const STORED = 'Saved list'

/** Opens a stored list: its rows left out get their reasons again. */
export async function openList(
  { csv, left_out }: StoredList,
  terms: PhaseTerms,
  options: RowOptions,
): Promise<DraftList> {
  const content = await runSlices(readList(csv, STORED, options))
  const kept = left_out.flatMap(({ source, line, text }): LeftOutRow[] => {
    const read = readRowText(text, options)
    return 'problem' in read ? [{ source, line, text, problem: read.problem }] : []
  })
  const leftOut = [...content.leftOut, ...kept]
  return mergeAgain(
    { ...emptyList, rows: content.rows, leftOut, sources: [STORED] },
    terms,
  )
}

/** Adds what was read to a list, or puts it in its place. */
export function addContent(
  list: DraftList,
  content: ListContent,
  { source, isReplacing }: { source: string; isReplacing: boolean },
  terms: PhaseTerms,
): Promise<DraftList> {
  const before = isReplacing ? { ...emptyList, policy: list.policy } : list
  return mergeAgain(
    {
      ...before,
      rows: before.rows.concat(content.rows),
      leftOut: before.leftOut.concat(content.leftOut),
      sources: [...before.sources, source],
    },
    terms,
  )
}

/** Removes all rows of a wallet. */
export function dropWallet(list: DraftList, address: string): DraftList {
  return { ...list, rows: list.rows.filter((row) => row.address !== address) }
}

/** Merges the rows of a list anew. */
export async function mergeAgain(list: DraftList, terms: PhaseTerms): Promise<DraftList> {
  const merged = await runSlices(mergeRows(list.rows, list.policy, terms))
  return { ...list, merged }
}

/** Returns how many items the wallets of a list may mint together. */
export function sumQuantities({ merged }: DraftList, { limit }: PhaseTerms): number {
  return merged.entries.reduce((sum, { quantity }) => sum + (quantity ?? limit), 0)
}
