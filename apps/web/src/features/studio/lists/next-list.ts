import { prepareList } from '@platemark/api/studio-operations'
import { compareLists, type ListDifference } from '@platemark/lists/compare-lists'
import { type MergedList, type MergePolicy, mergeRows } from '@platemark/lists/merge-rows'
import type { ListRow } from '@platemark/lists/read-list'
import type { ListEntry } from '@platemark/lists/read-row'
import { writeListJson } from '@platemark/lists/write-list'
import type { ListedPhase, ListFile } from '@platemark/mint/list-file'
import { call } from '../../../lib/api.ts'
import { runSlices } from '../../../lib/run-slices.ts'

/** New wallets of one phase, and what changes against the present ones. */
export type NextEntries = { merged: MergedList; difference: ListDifference }

/** Merges rows that were read for a phase and compares them with its present wallets. */
export async function compareRows(
  rows: readonly ListRow[],
  policy: MergePolicy,
  present: { file: ListFile; phase: ListedPhase },
  signal: AbortSignal,
): Promise<NextEntries> {
  const { maxPerWallet: limit, priceWei } = present.phase
  const terms = { limit, priceWei: String(priceWei) }
  const merged = await runSlices(mergeRows(rows, policy, terms), { signal })
  const before = pickEntries(present.file, present.phase.phaseId)
  const difference = await runSlices(compareLists(before, merged.entries), { signal })
  return { merged, difference }
}

/** Returns the entries of one phase of a list file. */
export function pickEntries({ entries }: ListFile, phaseId: number): ListEntry[] {
  return entries.flatMap(([address, id, quantity, price_wei]) =>
    id === phaseId ? [{ address, quantity, price_wei }] : [],
  )
}

/**
 * Stores a list with other wallets in one phase and returns the transaction that adds it. Its
 * other phases stay, but for those that are over at `now`. The body is written in small tasks:
 * 100,000 wallets at once would stop the page.
 */
export async function storeNextList(
  contractId: string,
  {
    file,
    phaseId,
    entries,
    now,
  }: {
    file: ListFile
    phaseId: number
    entries: readonly ListEntry[]
    now: number
  },
) {
  const phases = file.phases.filter((one) => one.phaseId === phaseId || one.end > now)
  const parts: string[] = []
  for (const phase of phases) {
    const own = phase.phaseId === phaseId ? entries : pickEntries(file, phase.phaseId)
    const terms = JSON.stringify(toPhaseBody(phase)).slice(0, -1)
    const json = await runSlices(writeListJson(own))
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
