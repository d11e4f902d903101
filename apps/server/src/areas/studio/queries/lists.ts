import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { DraftList } from '../check-list.ts'
import type { ListTerms, ProvenEntry } from '../list-file.ts'

/** Counts the list entries of drafts, by draft and phase. */
export function countDraftEntries(
  database: Database,
  draftIds: readonly string[],
): Promise<{ draft_id: string; phase_id: number; entries: number }[]> {
  if (draftIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('draft_lists')
    .select(['draft_id', 'phase_id', 'entries'])
    .where('draft_id', 'in', draftIds)
    .orderBy('phase_id')
    .execute()
}

/** Lists a draft's lists without their content. */
export function listDraftListFacts(
  database: Database,
  draftId: string,
): Promise<Omit<DraftList, 'content'>[]> {
  return database
    .selectFrom('draft_lists')
    .select(['phase_id', 'entries', 'lowest_price_wei', 'highest_price_wei'])
    .where('draft_id', '=', draftId)
    .orderBy('phase_id')
    .execute()
}

export function listDraftListContents(
  database: Database,
  draftId: string,
): Promise<Pick<DraftList, 'phase_id' | 'content'>[]> {
  return database
    .selectFrom('draft_lists')
    .select(['phase_id', 'content'])
    .where('draft_id', '=', draftId)
    .orderBy('phase_id')
    .execute()
}

/** Deletes the lists of phases that the draft no longer has. */
export async function deleteOtherDraftLists(
  database: Database,
  draftId: string,
  phaseIds: readonly number[],
): Promise<void> {
  let query = database.deleteFrom('draft_lists').where('draft_id', '=', draftId)
  if (phaseIds.length > 0) query = query.where('phase_id', 'not in', phaseIds)
  await query.execute()
}

/** Replaces the list of one phase in one short statement, however long the list is. */
export async function replaceDraftList(
  database: Database,
  draftId: string,
  { phase_id, entries, lowest_price_wei, highest_price_wei, content }: DraftList,
): Promise<void> {
  const list = { entries, lowest_price_wei, highest_price_wei, content }
  await database
    .insertInto('draft_lists')
    .values({ draft_id: draftId, phase_id, ...list })
    .onConflict((conflict) =>
      conflict.columns(['draft_id', 'phase_id']).doUpdateSet(list),
    )
    .execute()
}

export type PublishedList = {
  draft_id: string
  root: string
  content_hash: string
  entries: number
  terms: ListTerms
}

/** Lists the published list of each of these drafts. */
export async function listDraftLists(
  database: Database,
  draftIds: readonly string[],
): Promise<PublishedList[]> {
  if (draftIds.length === 0) return []
  const rows = await database
    .selectFrom('drafts')
    .innerJoin('lists', 'lists.root', 'drafts.list_root')
    .select(['drafts.id as draft_id', 'root', 'content_hash', 'entries', 'terms'])
    .where('drafts.id', 'in', draftIds)
    .execute()
  // Safe: only `publishList` below writes terms.
  return rows.map((row) => ({ ...row, terms: row.terms as ListTerms }))
}

/**
 * Publishes a list idempotently, in short statements that let other callers in between;
 * no list is read before its draft is frozen. If a concurrent call deletes the void list,
 * the rest is skipped.
 */
export async function publishList(
  database: Database,
  list: {
    draft_id: string
    chain_id: number
    root: string
    content_hash: string
    terms: ListTerms
    entries: readonly ProvenEntry[]
    now: Date
  },
): Promise<void> {
  // The draft may have been deleted meanwhile, so there is nothing to publish.
  await sql`
    insert into lists
      (root, chain_id, content_hash, terms, entries, draft_id, published_at)
    select ${list.root}, ${list.chain_id}::bigint, ${list.content_hash},
      ${JSON.stringify(list.terms)}::jsonb, ${list.entries.length}::integer, drafts.id,
      ${list.now}::timestamptz
    from drafts where drafts.id = ${list.draft_id}
    for key share of drafts
    on conflict (root) do update set
      content_hash = excluded.content_hash, published_at = excluded.published_at`.execute(
    database,
  )
  for (const some of slices(list.entries)) {
    await sql`
      insert into list_entries
        (root, address, phase_id, packed, quantity, price_wei, proof)
      select lists.root, address, phase_id, packed, quantity, price_wei,
        decode(proof, 'hex')
      from lists, jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as entry
        (address text, phase_id integer, packed numeric, quantity integer,
         price_wei numeric, proof text)
      where lists.root = ${list.root}
      for key share of lists
      on conflict do nothing`.execute(database)
  }
}

/** Deletes lists of earlier versions of a draft that were never deployed. */
export async function deleteOtherLists(
  database: Database,
  draftId: string,
  root: string | null,
): Promise<void> {
  await database
    .deleteFrom('lists')
    .where('draft_id', '=', draftId)
    .where('root', 'is distinct from', root)
    .execute()
}

/**
 * Splits rows into statements of bounded size, so that none blocks the database for long.
 */
function slices<T>(rows: readonly T[]): T[][] {
  const size = 500
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}
