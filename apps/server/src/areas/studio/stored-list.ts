import { gunzipSync } from 'node:zlib'
import { Problem } from '@platemark/api/problem'
import { writeListCsv } from '@platemark/lists/write-list'
import { finishSlices } from '@platemark/rules/slices'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { runInWorker } from '../../worker-task.ts'
import type { LeftOutRow, StoredEntry } from './check-list.ts'
import { findDraft } from './queries/drafts.ts'
import { findDraftList } from './queries/lists.ts'

/** A stored list with its entries in one text, which a browser parses in small tasks. */
type StoredList = {
  phase_id: number
  entries: number
  csv: string
  left_out: LeftOutRow[]
}

/** Stored bytes up to which writing does not block other requests noticeably. */
const MAX_INLINE_BYTES = 65_536

/**
 * Returns the stored list of one phase of a draft, prepared ones included. Throws
 * `not_found`, also for other owners', and `busy`.
 */
export async function getList(
  { database, chains }: AppContext,
  session: Session,
  { contract_id, phase_id: phase }: { contract_id: string; phase_id: string },
  client: string,
): Promise<StoredList> {
  const draft = await findDraft(database, contract_id, session)
  if (!draft) throw new Problem('not_found', 'This draft does not exist.')
  const phase_id = /^\d{1,3}$/.test(phase) ? Number(phase) : -1
  const found = await findDraftList(database, contract_id, phase_id)
  if (!found) throw new Problem('not_found', 'This phase has no list yet.')
  const chain = chains.find(({ id }) => id === draft.chain_id)
  const list: ListToWrite = {
    content: found.content,
    decimals: chain?.nativeCurrency.decimals ?? 18,
  }
  // Safe: only `checkList` writes rows left out.
  const left_out = JSON.parse(gunzipSync(found.left_out).toString()) as LeftOutRow[]
  const csv =
    found.content.length <= MAX_INLINE_BYTES
      ? writeStoredList(list)
      : await writeOffThread(list, { user: session.user_id, client })
  return { phase_id, entries: found.entries, csv, left_out }
}

/** A list as it is stored, and how its prices are written. */
export type ListToWrite = { content: Uint8Array; decimals: number }

async function writeOffThread(
  list: ListToWrite,
  owner: { user: string; client: string },
): Promise<string> {
  const file = new URL('./stored-list-worker.ts', import.meta.url)
  try {
    // Safe: the worker returns the result of `writeStoredList`.
    return (await runInWorker(file, list, { owner })) as string
  } catch (error) {
    // A read is not counted: too many at once are too many for now.
    if (error instanceof Problem && error.code === 'too_many_requests') {
      throw new Problem('busy', undefined, { retryAfter: error.retryAfter ?? 5 })
    }
    throw error
  }
}

/** Writes a stored list as CSV. */
export function writeStoredList({ content, decimals }: ListToWrite): string {
  // Safe: `checkList` writes contents.
  const stored = JSON.parse(gunzipSync(content).toString()) as StoredEntry[]
  const entries = stored.map(([address, quantity, price_wei]) => ({
    address,
    quantity,
    price_wei,
  }))
  return finishSlices(writeListCsv(entries, { decimals })).join('')
}
