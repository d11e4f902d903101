import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/** A block as the follower remembers it. */
export type StoredBlock = { number: number; hash: string; time: Date }

/** Up to where a chain is read, and from what: another genesis or source is another history. */
export type Cursor = StoredBlock & { genesisHash: string; source: string }

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
    source: row.source,
  }
}

/** Waits until no other process writes this chain, and answers where its cursor stands then. */
export async function lockCursor(
  transaction: Database,
  chainId: number,
): Promise<Cursor | undefined> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK}::integer, hashint8(${chainId}::bigint))`.execute(
    transaction,
  )
  return findCursor(transaction, chainId)
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
    source: cursor.source,
    block_number: cursor.number,
    block_hash: cursor.hash,
    block_time: cursor.time,
    head_number: headNumber,
    updated_at: now,
  }
  await transaction
    .insertInto('chain_cursors')
    .values({ chain_id: chainId, ...values })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(values))
    .execute()
}

export async function deleteCursor(transaction: Database, chainId: number) {
  await transaction.deleteFrom('chain_cursors').where('chain_id', '=', chainId).execute()
}

/** Remembers hashes; a block that is stored already keeps its row up to date. */
export async function insertBlocks(
  transaction: Database,
  chainId: number,
  blocks: StoredBlock[],
): Promise<void> {
  await transaction
    .insertInto('chain_blocks')
    .values(blocks.map((block) => ({ chain_id: chainId, ...block })))
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'number']).doUpdateSet((row) => ({
        hash: row.ref('excluded.hash'),
        time: row.ref('excluded.time'),
      })),
    )
    .execute()
}

/** Stored blocks at or below `number`, the newest first. */
export function listBlocksDown(
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

/** Keeps one hash in each thousand blocks below `number`: enough to find an old ancestor. */
export async function thinBlocksBelow(
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

export async function saveReport(
  database: Database,
  chainId: number,
  status: 'following' | 'behind' | 'refused' | 'unreachable',
  detail: string | null,
  now: Date,
): Promise<void> {
  const values = { status, detail, updated_at: now }
  await database
    .insertInto('chain_reports')
    .values({ chain_id: chainId, ...values })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(values))
    .execute()
}
