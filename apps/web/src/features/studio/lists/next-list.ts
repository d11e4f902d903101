import { prepareList } from '@platemark/api/studio-operations'
import { compareLists, type ListDifference } from '@platemark/lists/compare-lists'
import { extendList } from '@platemark/lists/extend-list'
import { type MergedList, mergeRows } from '@platemark/lists/merge-rows'
import type { ListEntry } from '@platemark/lists/read-row'
import { toBlobs, writeListJson } from '@platemark/lists/write-list'
import type { ListedPhase, ListFile } from '@platemark/mint/list-file'
import { call } from '../../../lib/api.ts'
import { runSlices } from '../../../lib/run-slices.ts'
import type { KeptRows } from './kept-rows.ts'

/** New wallets of one phase, and what changes against the present ones. */
export type NextEntries = {
  merged: MergedList
  /** All wallets of the phase: those of the rows, with the present ones where rows are added. */
  entries: ListEntry[]
  difference: ListDifference
}

/** Merges rows that were read for a phase and compares them with its current wallets. */
export async function compareRows(
  { content, policy, isAddition }: KeptRows,
  terms: { limit: number; priceWei: string },
  present: readonly ListEntry[],
  signal: AbortSignal,
): Promise<NextEntries> {
  const merged = await runSlices(mergeRows(content.rows, policy, terms), { signal })
  const entries = isAddition
    ? await runSlices(extendList(present, merged.entries), { signal })
    : merged.entries
  const difference = await runSlices(compareLists(present, entries), { signal })
  return { merged, entries, difference }
}

/** Returns the entries of one phase of a list file. */
export function pickEntries({ entries }: ListFile, phaseId: number): ListEntry[] {
  return entries.flatMap(([address, id, quantity, price_wei]) =>
    id === phaseId ? [{ address, quantity, price_wei }] : [],
  )
}

type NextPhase = {
  /** List of which the phase changes; null: the phase is new and gets a list of its own. */
  file: ListFile | null
  phase: ListedPhase
  entries: readonly ListEntry[]
  now: number
}

/**
 * Stores a list with a new or changed phase and returns the transaction that adds it. Other
 * phases of its present list stay, but for those that are over at `now`. The body is written in
 * small tasks: 100,000 wallets at once would stop the page.
 */
export async function storeNextList(contractId: string, next: NextPhase) {
  const parts: BlobPart[] = []
  for (const { phase, entries } of listNextPhases(next)) {
    const terms = JSON.stringify(toPhaseBody(phase)).slice(0, -1)
    const json = await runSlices(toBlobs(writeListJson(entries)))
    parts.push(`${parts.length > 0 ? ',' : ''}${terms},"entries":`, ...json, '}')
  }
  const body = new Blob(['{"phases":[', ...parts, ']}'], { type: 'application/json' })
  // The body stands in `body`; the declared one would be serialized in one task.
  return call(
    prepareList,
    { params: { contract_id: contractId }, body: { phases: [] } },
    { via: (url, request) => fetch(url, { ...request, body }) },
  )
}

/** Returns the phases of the next list with their wallets, in the order of the present one. */
function listNextPhases({ file, phase, entries, now }: NextPhase) {
  if (!file) return [{ phase, entries }]
  return file.phases
    .filter((one) => one.phaseId === phase.phaseId || one.end > now)
    .map((one) =>
      one.phaseId === phase.phaseId
        ? { phase, entries }
        : { phase: one, entries: pickEntries(file, one.phaseId) },
    )
}

function toPhaseBody({ phaseId, title, start, end, ...terms }: ListedPhase) {
  return {
    phase_id: phaseId,
    title: title || `List ${phaseId + 1}`,
    start: new Date(start * 1000).toISOString(),
    end: new Date(end * 1000).toISOString(),
    price_wei: String(terms.priceWei),
    max_per_wallet: terms.maxPerWallet,
    max_supply: terms.maxSupply,
  }
}
