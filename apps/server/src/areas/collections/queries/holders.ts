import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

export type HolderCursor = { owner: string; quantity: number }

/** Holder with the profile fields that were requested; null for blocked accounts. */
export type HolderRow = HolderCursor & {
  username: string | null
  avatar_file: string | null
}

/** Finds the holder after `skipped` others. */
export async function findHolder(
  database: Database,
  collectionId: string,
  skipped: number,
): Promise<HolderCursor | undefined> {
  const found = await sql<HolderCursor>`
    select owner, quantity from holdings where collection_id = ${collectionId}::uuid
    order by quantity desc, owner limit 1 offset ${skipped}`.execute(database)
  return found.rows[0]
}

/**
 * Lists holders by quantity, then address, starting at `from`. `isNamed` joins their
 * profiles, which costs three database pages per row.
 */
export async function listHolderRows(
  database: Database,
  collectionId: string,
  from: HolderCursor | undefined,
  { limit, isNamed }: { limit: number; isNamed: boolean },
): Promise<HolderRow[]> {
  const part = (condition: RawBuilder<unknown>) => sql`(
    select owner, quantity from holdings
    where collection_id = ${collectionId}::uuid and ${condition}
    order by quantity desc, owner limit ${limit})`
  // Two parts, because no index serves a cursor in a mixed ascending and descending
  // order.
  const parts = from
    ? [
        part(sql`quantity = ${from.quantity}::bigint and owner >= ${from.owner}`),
        part(sql`quantity < ${from.quantity}::bigint`),
      ]
    : [part(sql`true`)]
  // A lateral lookup per row, so that only the profiles of this page are read.
  const found = await sql<HolderRow>`
    select h.owner, h.quantity, u.username, u.avatar_file
    from (
      select owner, quantity from (${sql.join(parts, sql` union all `)}) as parts
      order by quantity desc, owner limit ${limit}) as h
    left join lateral (
      select username, avatar_file from users u where ${isNamed} and u.address = h.owner
        and not exists (select from blocked_creators b where b.address = u.address)
      limit 1) as u on true
    order by h.quantity desc, h.owner`.execute(database)
  return found.rows
}

/** Finds how many tokens of a collection an account holds. */
export async function findQuantity(
  database: Database,
  collectionId: string,
  owner: string,
): Promise<number> {
  const found = await database
    .selectFrom('holdings')
    .select('quantity')
    .where('collection_id', '=', collectionId)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return found?.quantity ?? 0
}
