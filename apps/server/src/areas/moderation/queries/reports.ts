import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'
import type { CollectionKey } from './blocks.ts'

/** Visitor's report of a collection. */
export type Report = CollectionKey & {
  reporter: string
  category: string
  text: string
  created_at: Date
}

/**
 * Saves a report, replacing the reporter's open report of the same collection. Keeps
 * about `most` open reports per collection: the oldest without text goes first, then the
 * oldest without an account.
 */
export async function saveReport(
  database: Database,
  { chain_id, address, reporter, category, text, created_at }: Report,
  most: number,
): Promise<void> {
  await sql`
    with open as materialized (
      select id, reporter, text, created_at from reports
      where chain_id = ${chain_id} and address = ${address} and closed_at is null
    ), crowded as materialized (
      select id from open
      where not exists (select from open o where o.reporter = ${reporter})
      order by text = '', starts_with(reporter, 'client '), created_at desc, id desc
      offset ${Math.max(most - 1, 0)}
    ), replaced as (
      delete from reports where id = any(array(
        select id from reports where id in (select id from crowded) for update skip locked)))
    insert into reports (chain_id, address, reporter, category, text, created_at)
    values (${chain_id}, ${address}, ${reporter}, ${category}, ${text}, ${created_at})
    on conflict (chain_id, address, reporter) where closed_at is null
      do update set category = excluded.category, text = excluded.text,
        created_at = excluded.created_at`.execute(database)
}

export type QueuedReport = Selectable<Tables['reports']> & {
  /** Name of the collection; null if it is not indexed, for example after a reorg. */
  collection: string | null
  creator: string | null
  is_blocked: boolean
  /** Open reports of the same collection. */
  open_reports: number
}

/** Lists reports in order of arrival, open ones first. */
export async function listReports(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<QueuedReport[]> {
  const { rows } = await sql<QueuedReport>`
    select r.*, c.name as collection, c.creator, c.blocked_at is not null as is_blocked, (
      select count(*) from reports o
      where o.chain_id = r.chain_id and o.address = r.address and o.closed_at is null
    ) as open_reports
    from (
      select * from reports order by (closed_at is not null), id
      limit ${limit} offset ${offset}) as r
    left join collections c on c.chain_id = r.chain_id and c.address = r.address
    order by (r.closed_at is not null), r.id`.execute(database)
  return rows
}

/** Counts all reports, and the open ones. */
export async function countReports(
  database: Database,
): Promise<{ total: number; open: number }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*) as total, count(*) filter (where closed_at is null) as open
    from reports`.execute(database)
  return rows[0] ?? { total: 0, open: 0 }
}

export function findReport(
  database: Database,
  id: number,
): Promise<Selectable<Tables['reports']> | undefined> {
  return database
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

type Closing = { closed_at: Date; closed_by: string; closing_note: string }

/** Closes one report; returns false if it was closed before. */
export async function closeReport(
  transaction: Database,
  id: number,
  closing: Closing,
): Promise<boolean> {
  const closed = await transaction
    .updateTable('reports')
    .set(closing)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Closes every open report of a collection, and returns how many. */
export async function closeCollectionReports(
  transaction: Database,
  { chain_id, address }: CollectionKey,
  closing: Closing,
): Promise<number> {
  const { rows } = await sql<{ closed: number }>`
    with closed as (
      update reports set closed_at = ${closing.closed_at}, closed_by = ${closing.closed_by},
        closing_note = ${closing.closing_note}
      where chain_id = ${chain_id} and address = ${address} and closed_at is null
      returning 1)
    select count(*) as closed from closed`.execute(transaction)
  return rows[0]?.closed ?? 0
}

/**
 * Finds or creates the random salt of client hashes, which stays the same for the
 * database's lifetime.
 */
export async function findSalt(database: Database): Promise<string> {
  const { rows } = await sql<{ salt: string }>`
    insert into report_salts default values
    on conflict (id) do update set id = true returning salt`.execute(database)
  return rows[0]?.salt ?? ''
}
