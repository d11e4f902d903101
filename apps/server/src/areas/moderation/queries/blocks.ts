import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Why something is blocked, and who did it when. */
export type BlockRow = {
  category: string
  reason: string
  blocked_by: string
  blocked_at: Date
}

/** A collection by the place its contract has; it need not be known here yet. */
export type CollectionKey = { chain_id: number; address: string }

/** Any numbers, the same in every process of one database. */
const BLOCK_LOCK = 7_105_288

/** Until the transaction ends, no collection is made that does not see what it blocks. */
export async function lockBlocks(transaction: Database): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${BLOCK_LOCK})`.execute(transaction)
}

/** Until the transaction ends, what is blocked stays as it is; many may ask at once. */
export async function lockBlocksShared(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${BLOCK_LOCK})`.execute(transaction)
}

/** Since when those of these new collections are blocked that are, by address. */
export async function listBlockedDates(
  transaction: Database,
  chainId: number,
  collections: { address: string; creator: string }[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ address: string; blocked_at: Date }>`
    select n.address, coalesce(b.blocked_at, k.blocked_at) as blocked_at
    from jsonb_to_recordset(${JSON.stringify(collections)}::text::jsonb)
      as n(address text, creator text)
    left join blocked_collections b on b.chain_id = ${chainId} and b.address = n.address
    left join blocked_creators k on k.address = n.creator
    where b.address is not null or k.address is not null`.execute(transaction)
  return new Map(rows.map(({ address, blocked_at }) => [address, blocked_at]))
}

/** What blocks these collections, by their ids: a block of their own before one of the creator. */
export async function listBlockRows(
  database: Database,
  ids: string[],
): Promise<Map<string, BlockRow>> {
  if (ids.length === 0) return new Map()
  const found = await database
    .selectFrom('collections as c')
    .leftJoin('blocked_collections as b', (join) =>
      join.onRef('b.chain_id', '=', 'c.chain_id').onRef('b.address', '=', 'c.address'),
    )
    .leftJoin('blocked_creators as k', 'k.address', 'c.creator')
    .select((row) => [
      'c.id',
      row.fn.coalesce('b.category', 'k.category').as('category'),
      row.fn.coalesce('b.reason', 'k.reason').as('reason'),
      row.fn.coalesce('b.blocked_by', 'k.blocked_by').as('blocked_by'),
      row.fn.coalesce('b.blocked_at', 'k.blocked_at').as('blocked_at'),
    ])
    .where('c.id', 'in', ids)
    .where('c.blocked_at', 'is not', null)
    .execute()
  return new Map(
    found.flatMap(({ id, ...block }) => (isBlock(block) ? [[id, block]] : [])),
  )
}

function isBlock(block: { [Field in keyof BlockRow]: unknown }): block is BlockRow {
  return block.category !== null
}

/** Blocks a collection, or says anew why it is blocked. */
export async function saveCollectionBlock(
  transaction: Database,
  place: CollectionKey,
  block: BlockRow,
): Promise<void> {
  const { blocked_at: _, ...again } = block
  await transaction
    .insertInto('blocked_collections')
    .values({ ...place, ...block })
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet(again),
    )
    .execute()
  await syncBlocked(
    transaction,
    sql`c.chain_id = ${place.chain_id} and c.address = ${place.address}`,
  )
}

/** Blocks everything that an address made or will make, or says anew why. */
export async function saveCreatorBlock(
  transaction: Database,
  address: string,
  block: BlockRow,
): Promise<number> {
  const { blocked_at: _, ...again } = block
  await transaction
    .insertInto('blocked_creators')
    .values({ address, ...block })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(again))
    .execute()
  return syncBlocked(transaction, sql`c.creator = ${address}`)
}

/** False when the collection has no block of its own. */
export async function deleteCollectionBlock(
  transaction: Database,
  { chain_id, address }: CollectionKey,
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('blocked_collections')
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .returning('address')
    .executeTakeFirst()
  await syncBlocked(transaction, sql`c.chain_id = ${chain_id} and c.address = ${address}`)
  return deleted !== undefined
}

/** False when the creator is not blocked. What has a block of its own keeps it. */
export async function deleteCreatorBlock(
  transaction: Database,
  address: string,
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('blocked_creators')
    .where('address', '=', address)
    .returning('address')
    .executeTakeFirst()
  await syncBlocked(transaction, sql`c.creator = ${address}`)
  return deleted !== undefined
}

/**
 * Brings collections in line with the blocks; answers how many are blocked now. Whoever writes
 * several collections locks them in the order of their ids, so that nobody waits in a circle.
 */
async function syncBlocked(
  transaction: Database,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ blocked: number }>`
    with wanted as materialized (
      select c.id, coalesce(
        (select b.blocked_at from blocked_collections b
          where b.chain_id = c.chain_id and b.address = c.address),
        (select k.blocked_at from blocked_creators k where k.address = c.creator)
      ) as blocked_at
      from collections c where ${which} order by c.id for no key update of c
    ), settled as (
      update collections c set blocked_at = w.blocked_at from wanted w
      where c.id = w.id and c.blocked_at is distinct from w.blocked_at)
    select count(blocked_at) as blocked from wanted`.execute(transaction)
  return rows[0]?.blocked ?? 0
}

/** The newest blocks of collections first. */
export function listBlockedCollections(
  database: Database,
  most: number,
): Promise<(BlockRow & CollectionKey)[]> {
  return database
    .selectFrom('blocked_collections')
    .selectAll()
    .orderBy('blocked_at', 'desc')
    .orderBy('address')
    .limit(most)
    .execute()
}

/** The newest blocks of creators first. */
export function listBlockedCreators(
  database: Database,
  most: number,
): Promise<(BlockRow & { address: string })[]> {
  return database
    .selectFrom('blocked_creators')
    .selectAll()
    .orderBy('blocked_at', 'desc')
    .orderBy('address')
    .limit(most)
    .execute()
}

/** What is known here of a collection, deleted or not. */
export function findByKey(
  database: Database,
  { chain_id, address }: CollectionKey,
): Promise<{ name: string; creator: string; blocked_at: Date | null } | undefined> {
  return database
    .selectFrom('collections')
    .select(['name', 'creator', 'blocked_at'])
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .executeTakeFirst()
}
