import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { DraftList, DraftListFacts } from '../check-list.ts'
import type { ListPiece, ListTerms } from '../list-file.ts'

/**
 * Counts the list entries of drafts and their rows left out, by draft and phase; `root` is that
 * of the list which the draft was deployed with.
 */
export function countDraftEntries(
  database: Database,
  draftIds: readonly string[],
): Promise<
  {
    draft_id: string
    root: string | null
    phase_id: number
    entries: number
    left_out_count: number
  }[]
> {
  if (draftIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('draft_lists')
    .innerJoin('drafts', 'drafts.id', 'draft_lists.draft_id')
    .select(['draft_id', 'drafts.list_root as root', 'phase_id', 'entries'])
    .select('left_out_count')
    .where('draft_id', 'in', draftIds)
    .orderBy('phase_id')
    .execute()
}

/** Lists a draft's lists without their content. */
export function listDraftListFacts(
  database: Database,
  draftId: string,
): Promise<DraftListFacts[]> {
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

/** Finds the stored list of one phase of a draft. */
export function findDraftList(
  database: Database,
  draftId: string,
  phaseId: number,
): Promise<Pick<DraftList, 'entries' | 'content' | 'left_out'> | undefined> {
  return database
    .selectFrom('draft_lists')
    .select(['entries', 'content', 'left_out'])
    .where('draft_id', '=', draftId)
    .where('phase_id', '=', phaseId)
    .executeTakeFirst()
}

/** Deletes the list of one phase. */
export async function deleteDraftList(
  database: Database,
  draftId: string,
  phaseId: number,
): Promise<void> {
  await database
    .deleteFrom('draft_lists')
    .where('draft_id', '=', draftId)
    .where('phase_id', '=', phaseId)
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
  { phase_id, ...list }: DraftList,
): Promise<void> {
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
 * Publishes the list of a version of a draft idempotently, without its entries, and deletes
 * the lists of its other versions; no list is read before its draft is frozen. Returns
 * false, and changes nothing, if the draft has another version by now, or none.
 */
export async function publishList(
  database: Database,
  list: {
    draft_id: string
    version: number
    chain_id: number
    root: string
    content_hash: string
    terms: ListTerms
    /** How many there are. */
    entries: number
    now: Date
  },
): Promise<boolean> {
  // A change of the draft waits, so that a frozen draft's list is never deleted.
  const { rows } = await sql`
    with draft as (
      select id from drafts
      where id = ${list.draft_id} and version = ${list.version}
        and (salt is null or list_root = ${list.root})
      for share
    ), void as (
      delete from lists using draft
      where lists.draft_id = draft.id and lists.root <> ${list.root}
    )
    insert into lists
      (root, chain_id, content_hash, terms, entries, draft_id, published_at)
    select ${list.root}, ${list.chain_id}::bigint, ${list.content_hash},
      ${JSON.stringify(list.terms)}::jsonb, ${list.entries}::integer, draft.id,
      ${list.now}::timestamptz
    from draft
    on conflict (root) do update set
      content_hash = excluded.content_hash, published_at = excluded.published_at
    returning root`.execute(database)
  return rows.length > 0
}

/**
 * Inserts the entries of one piece of a published list idempotently, in one statement of
 * bounded size. If a concurrent call has deleted the void list, nothing is inserted.
 */
export async function insertListPiece(
  database: Database,
  root: string,
  { piece, nodes, proof, entries }: ListPiece,
): Promise<void> {
  await sql`
    with list as (select root from lists where root = ${root} for key share),
    inserted as (
      insert into list_pieces (root, piece, nodes, proof)
      select root, ${piece}::integer, ${nodes}::bytea, ${proof}::bytea from list
      on conflict do nothing
    )
    insert into list_entries
      (root, address, phase_id, packed, quantity, price_wei, position)
    select list.root, address, phase_id, packed, quantity, price_wei, position
    from list, jsonb_to_recordset(${entries}::jsonb) as entry
      (address text, phase_id integer, packed numeric, quantity integer,
       price_wei numeric, position integer)
    on conflict do nothing`.execute(database)
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
