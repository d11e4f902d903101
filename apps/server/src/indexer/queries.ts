import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../tables.ts'

/** A stored block. */
export type StoredBlock = { number: number; hash: string; time: Date }

/** A stored block with the count and hash of its indexed logs, and their endpoint. */
export type IndexedBlock = StoredBlock & {
  logs: number
  logs_hash: string | null
  /** Name of the endpoint. */
  rpc: string | null
}

/** Progress on a chain, and its genesis and factory: other ones mean another history. */
export type Cursor = StoredBlock & {
  genesisHash: string
  factory: string
  /** Rows up to this block are confirmed; -1: none. */
  confirmedNumber: number
  /** No work of the backfill is deferred. */
  isBackfilled: boolean
}

export async function findCursor(
  database: Database,
  chainId: number,
): Promise<Cursor | undefined> {
  const row = await database
    .selectFrom('chain_cursors')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    number: row.block_number,
    hash: row.block_hash,
    time: row.block_time,
    genesisHash: row.genesis_hash,
    factory: row.factory,
    confirmedNumber: row.confirmed_number,
    isBackfilled: row.is_backfilled,
  }
}

/** Lists the last confirmed block of each chain. */
export async function listConfirmedBlocks(
  database: Database,
): Promise<Map<number, number>> {
  const found = await database
    .selectFrom('chain_cursors')
    .select(['chain_id', 'confirmed_number'])
    .execute()
  return new Map(
    found.map(({ chain_id, confirmed_number }) => [chain_id, confirmed_number]),
  )
}

/**
 * Waits until no other process writes this chain; returns its cursor and the holder of its lease
 * at that moment.
 */
export async function lockCursor(
  transaction: Database,
  chainId: number,
): Promise<{ cursor: Cursor | undefined; holder: string | undefined }> {
  // A process that vanished within a transaction must not block the others.
  await sql`set local lock_timeout = '5s'`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK}::integer, hashint8(${chainId}::bigint))`.execute(
    transaction,
  )
  const lease = await transaction
    .selectFrom('chain_leases')
    .select('holder')
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return { cursor: await findCursor(transaction, chainId), holder: lease?.holder }
}

/** Any number, the same in every process of one database. */
const CHAIN_LOCK = 7_105_284

export async function saveCursor(
  transaction: Database,
  chainId: number,
  cursor: Cursor,
  headNumber: number,
  now: Date,
): Promise<void> {
  const values = {
    genesis_hash: cursor.genesisHash,
    factory: cursor.factory,
    block_number: cursor.number,
    block_hash: cursor.hash,
    block_time: cursor.time,
    head_number: headNumber,
    confirmed_number: cursor.confirmedNumber,
    is_backfilled: cursor.isBackfilled,
    heartbeat_at: now,
    updated_at: now,
  }
  await transaction
    .insertInto('chain_cursors')
    .values({ chain_id: chainId, ...values })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(values))
    .execute()
}

export async function saveConfirmed(
  transaction: Database,
  chainId: number,
  confirmedNumber: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('chain_cursors')
    .set({ confirmed_number: confirmedNumber, updated_at: now })
    .where('chain_id', '=', chainId)
    .execute()
}

/** Records when the chain was last at its head, although nothing was written. */
export async function saveChainHeartbeat(
  database: Database,
  chainId: number,
  now: Date,
): Promise<void> {
  await database
    .updateTable('chain_cursors')
    .set({ heartbeat_at: now })
    .where('chain_id', '=', chainId)
    .execute()
}

export async function deleteCursor(transaction: Database, chainId: number) {
  await transaction.deleteFrom('chain_cursors').where('chain_id', '=', chainId).execute()
}

/** Inserts blocks, or updates those that are stored already. */
export async function insertBlocks(
  transaction: Database,
  chainId: number,
  blocks: IndexedBlock[],
): Promise<void> {
  if (blocks.length === 0) return
  await sql`
    insert into chain_blocks (chain_id, number, hash, time, logs, logs_hash, rpc)
    select ${chainId}::bigint, number, hash, to_timestamp(seconds), logs, logs_hash, rpc
    from unnest(
      ${blocks.map(({ number }) => number)}::bigint[],
      ${blocks.map(({ hash }) => hash)}::text[],
      ${blocks.map(({ time }) => time.getTime() / 1000)}::double precision[],
      ${blocks.map(({ logs }) => logs)}::integer[],
      ${blocks.map(({ logs_hash }) => logs_hash)}::text[],
      ${blocks.map(({ rpc }) => rpc)}::text[]
    ) as block (number, hash, seconds, logs, logs_hash, rpc)
    on conflict (chain_id, number) do update set
      hash = excluded.hash, time = excluded.time, logs = excluded.logs,
      logs_hash = excluded.logs_hash, rpc = excluded.rpc`.execute(transaction)
}

/** Returns stored blocks at or below `number`, the newest first. */
export function listBlocksDescending(
  database: Database,
  chainId: number,
  number: number,
  limit: number,
): Promise<StoredBlock[]> {
  return database
    .selectFrom('chain_blocks')
    .select(['number', 'hash', 'time'])
    .where('chain_id', '=', chainId)
    .where('number', '<=', number)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the stored blocks from `first` to `last`, in order, at most `limit`. */
export function listIndexedBlocks(
  database: Database,
  chainId: number,
  first: number,
  last: number,
  limit: number,
): Promise<IndexedBlock[]> {
  return database
    .selectFrom('chain_blocks')
    .select(['number', 'hash', 'time', 'logs', 'logs_hash', 'rpc'])
    .where('chain_id', '=', chainId)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .orderBy('number')
    .limit(limit)
    .execute()
}

export async function deleteBlocksAbove(
  transaction: Database,
  chainId: number,
  number: number,
): Promise<void> {
  await transaction
    .deleteFrom('chain_blocks')
    .where('chain_id', '=', chainId)
    .where('number', '>', number)
    .execute()
}

/** Deletes all but one of each thousand blocks below `number`: enough to find an old ancestor. */
export async function pruneBlocks(
  transaction: Database,
  chainId: number,
  number: number,
): Promise<void> {
  await sql`
    delete from chain_blocks old
    where old.chain_id = ${chainId} and old.number < ${number}
      and exists (
        select 1 from chain_blocks newer
        where newer.chain_id = old.chain_id and newer.number > old.number
          and newer.number < ${number} and newer.number / 1000 = old.number / 1000
      )`.execute(transaction)
}

export async function saveStatus(
  database: Database,
  chainId: number,
  status: Tables['chain_statuses']['status'],
  detail: string | null,
  now: Date,
): Promise<void> {
  const values = { status, detail, updated_at: now }
  await database
    .insertInto('chain_statuses')
    .values({ chain_id: chainId, ...values })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(values))
    .execute()
}
