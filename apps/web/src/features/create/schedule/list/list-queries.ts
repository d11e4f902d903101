import { MAX_CHECKED_ACCOUNTS, MAX_LEFT_OUT_ROWS } from '@platemark/api/list-limits'
import type { Draft } from '@platemark/api/studio'
import {
  checkAccounts,
  getDraft,
  getHolderSnapshot,
  getList,
  setList,
} from '@platemark/api/studio-operations'
import { toBlobs, writeListJson } from '@platemark/lists/write-list'
import { call } from '../../../../lib/api.ts'
import { runSlices } from '../../../../lib/run-slices.ts'
import type { DraftList, StoredList } from './draft-list.ts'

/** Reads the stored list of a phase. */
export function fetchList(id: string, phaseId: number): Promise<StoredList> {
  return call(getList, { params: { contract_id: id, phase_id: String(phaseId) } })
}

/**
 * Stores the list of a phase and returns the draft as it is then. The body is written in
 * small tasks: 100,000 wallets at once would stop the page.
 */
export async function storeList(
  id: string,
  phaseId: number,
  { merged, leftOut }: Pick<DraftList, 'merged' | 'leftOut'>,
): Promise<Draft> {
  const parts = await runSlices(toBlobs(writeListJson(merged.entries)))
  const rows = leftOut.slice(0, MAX_LEFT_OUT_ROWS).map(({ source, line, text }) => ({
    source: source.slice(0, 120),
    line,
    text: text.slice(0, 200),
  }))
  const body = new Blob(
    [
      `{"phase_id":${phaseId},"left_out":${JSON.stringify(rows)},"entries":`,
      ...parts,
      '}',
    ],
    { type: 'application/json' },
  )
  const params = { contract_id: id }
  // The body stands in `json`; the declared one would be serialized in one task.
  await call(
    setList,
    { params, body: { phase_id: phaseId, entries: [] } },
    { via: (url, request) => fetch(url, { ...request, body }) },
  )
  return call(getDraft, { params })
}

/** Accounts of a list that are contracts. */
export type CheckedAccounts = {
  contracts: { address: string; kind: 'safe' | 'contract' }[]
  delegated: number
  /** Accounts that were asked about. */
  checked: number
}

/** Finds the contracts among the first wallets of a list after `skipped` others. */
export async function fetchAccounts(
  id: string,
  addresses: readonly string[],
  skipped: number,
): Promise<CheckedAccounts> {
  const asked = addresses.slice(skipped, skipped + MAX_CHECKED_ACCOUNTS)
  const found = await call(checkAccounts, {
    params: { contract_id: id },
    body: { addresses: asked },
  })
  return { ...found, checked: asked.length }
}

/** Reads the holders of a collection after a block; the last confirmed one without it. */
export function fetchHolders(
  id: string,
  from: { chain_alias: string; contract_address: string; block?: number },
): Promise<{ name: string; block: number; holders: number; csv: string }> {
  return call(getHolderSnapshot, { params: { contract_id: id }, body: from })
}
