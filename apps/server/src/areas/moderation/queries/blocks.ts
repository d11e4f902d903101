import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { liftStatementTimeout } from '../../../database/statement-timeout.ts'

/** Category, reason, author and time of a block. */
export type BlockRow = {
  category: string
  reason: string
  blocked_by: string
  blocked_at: Date
}

/** Chain and address of a collection, which need not be indexed yet. */
export type CollectionKey = { chain_id: number; address: string }

/** Arbitrary lock number, the same in every process of one database. */
const BLOCK_LOCK = 7_105_288

/**
 * Locks the blocks until the transaction ends, so that no collection is inserted
 * meanwhile.
 */
export async function lockBlocks(transaction: Database): Promise<void> {
  await liftStatementTimeout(transaction)
  await sql`select pg_advisory_xact_lock(${BLOCK_LOCK})`.execute(transaction)
}

/** Keeps blocks from changing until the transaction ends; shared between transactions. */
export async function lockBlocksShared(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${BLOCK_LOCK})`.execute(transaction)
}

/** Lists the block dates of these new collections that are blocked, by address. */
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
    left join lateral find_creator_block(n.creator, ${chainId}) k on true
    where b.address is not null or k.address is not null`.execute(transaction)
  return new Map(rows.map(({ address, blocked_at }) => [address, blocked_at]))
}

/**
 * Lists the blocks of these collections, by id; a collection's own block precedes its
 * creator's.
 */
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
    .leftJoinLateral(
      () => sql<BlockRow>`find_creator_block(c.creator, c.chain_id)`.as('k'),
      (join) => join.onTrue(),
    )
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

/** Blocks a collection, or updates its block. */
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

/**
 * Account of a creator: an address on one network, as a contract's account is, or on every
 * network (null).
 */
export type CreatorKey = { address: string; chain_id: number | null }

/** Blocks all collections of a creator, or updates the block. */
export async function saveCreatorBlock(
  transaction: Database,
  creator: CreatorKey,
  block: BlockRow,
): Promise<number> {
  const { blocked_at: _, ...again } = block
  await transaction
    .insertInto('blocked_creators')
    .values({ ...creator, ...block })
    .onConflict((conflict) =>
      conflict.expression(sql`address, (coalesce(chain_id, 0))`).doUpdateSet(again),
    )
    .execute()
  return syncBlocked(transaction, ofCreator(creator))
}

function ofCreator({ address, chain_id }: CreatorKey): RawBuilder<unknown> {
  const own = sql`c.creator = ${address}`
  return chain_id === null ? own : sql`${own} and c.chain_id = ${chain_id}`
}

/** Deletes a collection's own block; returns false if there is none. */
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

/**
 * Deletes a creator's block; returns false if there is none. Collections keep their own
 * blocks.
 */
export async function deleteCreatorBlock(
  transaction: Database,
  creator: CreatorKey,
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('blocked_creators')
    .where('address', '=', creator.address)
    .where('chain_id', 'is not distinct from', creator.chain_id)
    .returning('address')
    .executeTakeFirst()
  await syncBlocked(transaction, ofCreator(creator))
  return deleted !== undefined
}

/**
 * Updates `blocked_at` of collections from the blocks, and returns how many are blocked.
 * Rows are locked in the order of their ids, as everywhere that several are written, to
 * avoid deadlocks.
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
        (select k.blocked_at from find_creator_block(c.creator, c.chain_id) k)
      ) as blocked_at
      from collections c where ${which} order by c.id for no key update of c
    ), settled as (
      update collections c set blocked_at = w.blocked_at from wanted w
      where c.id = w.id and c.blocked_at is distinct from w.blocked_at)
    select count(blocked_at) as blocked from wanted`.execute(transaction)
  return rows[0]?.blocked ?? 0
}

/** Lists blocks of collections, newest first. */
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

/** Lists blocks of creators, newest first. */
export function listBlockedCreators(
  database: Database,
  most: number,
): Promise<(BlockRow & CreatorKey)[]> {
  return database
    .selectFrom('blocked_creators')
    .selectAll()
    .orderBy('blocked_at', 'desc')
    .orderBy('address')
    .limit(most)
    .execute()
}

/** Finds an indexed collection, deleted or not. */
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
