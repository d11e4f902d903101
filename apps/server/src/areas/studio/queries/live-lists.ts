import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { ListTerms } from '../list-file.ts'

/** Most lists of one collection that no transaction has added; the oldest are deleted. */
const MAX_UNADDED = 10

/** A list that the owner of a deployed collection prepares. */
type LiveList = {
  root: string
  collection_id: string
  chain_id: number
  content_hash: string
  terms: ListTerms
  /** How many there are. */
  entries: number
  now: Date
}

/**
 * Stores a list of a collection idempotently, without its entries, and deletes its oldest
 * lists that the chain does not have.
 */
export async function insertLiveList(database: Database, list: LiveList): Promise<void> {
  const { now, terms, ...columns } = list
  const changed = {
    terms: JSON.stringify(terms),
    content_hash: list.content_hash,
    published_at: now,
  }
  await database
    .insertInto('lists')
    .values({ ...columns, ...changed })
    .onConflict((conflict) => conflict.column('root').doUpdateSet(changed))
    .execute()
  await sql`
    delete from lists where root in (
      select l.root from lists l
      where l.collection_id = ${list.collection_id}
        and not exists (select from collection_lists c where c.root = l.root)
      order by l.root = ${list.root} desc, l.published_at desc offset ${MAX_UNADDED}
    )`.execute(database)
}

/** Returns whether a collection has this list, and no transaction has ended it. */
export async function hasListInForce(
  database: Database,
  collectionId: string,
  root: string,
): Promise<boolean> {
  const found = await database
    .selectFrom('collection_lists')
    .select('root')
    .where('collection_id', '=', collectionId)
    .where('root', '=', root)
    .where('ends_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts the entries of each phase of those lists that have several phases. */
export async function countPhaseEntries(
  database: Database,
  roots: readonly string[],
): Promise<{ root: string; phase_id: number; entries: number }[]> {
  if (roots.length === 0) return []
  return database
    .selectFrom('list_entries as e')
    .innerJoin('lists as l', 'l.root', 'e.root')
    .select(['e.root', 'e.phase_id', sql<number>`count(*)::integer`.as('entries')])
    .where('e.root', 'in', roots)
    .where(sql<boolean>`jsonb_array_length(l.terms -> 'phases') > 1`)
    .groupBy(['e.root', 'e.phase_id'])
    .execute()
}

/**
 * Counts the wallets of each phase that its list leaves out, and an earlier one admits at `now`;
 * phases of that list which are over admit none.
 */
export async function countEarlierEntries(
  database: Database,
  collectionIds: readonly string[],
  now: Date,
): Promise<{ id: string; phase_id: number; entries: number }[]> {
  if (collectionIds.length === 0) return []
  // Few collections have such a list; the entries of all others need not be read.
  const earlier = await database
    .selectFrom('collection_lists as c')
    .select('c.root')
    .where('c.collection_id', 'in', collectionIds)
    .where(sql<boolean>`coalesce(c.ends_at > ${now}, true)`)
    .where(
      sql<boolean>`not exists (select from phases p where p.collection_id = c.collection_id and p.list_root = c.root)`,
    )
    .execute()
  if (earlier.length === 0) return []
  const roots = earlier.map(({ root }) => root)
  const counted = await sql<{ id: string; phase_id: number; entries: number }>`
    select c.collection_id as id, e.phase_id, count(distinct e.address)::integer as entries
    from collection_lists c
    join lists l on l.root = c.root
    join phases p on p.collection_id = c.collection_id
    join list_entries e on e.root = c.root and e.phase_id = p.phase_id
    where c.collection_id in (${sql.join(collectionIds)}) and c.root in (${sql.join(roots)})
      and exists (
        select from jsonb_to_recordset(l.terms -> 'phases') as t (phase_id int, "end" timestamptz)
        where t.phase_id = e.phase_id and t."end" > ${now})
      and not exists (
        select from list_entries n
        where n.root = p.list_root and n.address = e.address and n.phase_id = e.phase_id)
    group by c.collection_id, e.phase_id`.execute(database)
  return counted.rows
}
