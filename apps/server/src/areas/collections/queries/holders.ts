import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'

export type HolderRow = { owner: string; quantity: number }

/** The holder after so many others. */
export async function findHolder(
  database: Database,
  collectionId: string,
  skipped: number,
): Promise<HolderRow | undefined> {
  const found = await sql<HolderRow>`
    select owner, quantity from holdings where collection_id = ${collectionId}::uuid
    order by quantity desc, owner limit 1 offset ${skipped}`.execute(database)
  return found.rows[0]
}

/** Who holds a collection, by quantity and then by address; from one of them on. */
export async function listHoldersOf(
  database: Database,
  collectionId: string,
  from: HolderRow | undefined,
  limit: number,
): Promise<HolderRow[]> {
  const part = (condition: RawBuilder<unknown>) => sql`(
    select owner, quantity from holdings
    where collection_id = ${collectionId}::uuid and ${condition}
    order by quantity desc, owner limit ${limit})`
  // Two parts, because no index is read from a place in an order that goes both ways.
  const parts = from
    ? [
        part(sql`quantity = ${from.quantity}::bigint and owner >= ${from.owner}`),
        part(sql`quantity < ${from.quantity}::bigint`),
      ]
    : [part(sql`true`)]
  const found = await sql<HolderRow>`
    select owner, quantity from (${sql.join(parts, sql` union all `)}) as parts
    order by quantity desc, owner limit ${limit}`.execute(database)
  return found.rows
}

/** How much of a collection somebody holds. */
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
