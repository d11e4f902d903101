import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../platform/database.ts'
import type { Happening } from '../happenings.ts'
import type { Account } from '../ledger.ts'
import { rows } from './rows.ts'

/** Places of the events that are stored in these blocks, as `block logIndex`. */
export async function findEventKeys(
  database: Database,
  chainId: number,
  fromBlock: number,
  toBlock: number,
): Promise<Set<string>> {
  const found = await database
    .selectFrom('events')
    .select(['block_number', 'log_index'])
    .where('chain_id', '=', chainId)
    .where('block_number', '>=', fromBlock)
    .where('block_number', '<=', toBlock)
    .execute()
  return new Set(found.map((row) => `${row.block_number} ${row.log_index}`))
}

export async function insertEvents(
  transaction: Database,
  chainId: number,
  accounts: Map<Address, Account>,
  happenings: Happening[],
): Promise<void> {
  const values = happenings.map((happening) => ({
    block_number: happening.block,
    log_index: happening.logIndex,
    collection_id: accounts.get(happening.collection)?.id,
    kind: happening.kind,
    facts: happening.facts,
    tx_hash: happening.transaction,
    time: happening.time,
  }))
  if (values.length === 0) return
  await sql`
    insert into events (chain_id, block_number, log_index, collection_id, kind, facts,
      tx_hash, time)
    select ${chainId}::bigint, x.* from jsonb_to_recordset(${rows(values)}) as x(
      block_number bigint, log_index integer, collection_id uuid, kind text, facts jsonb,
      tx_hash text, time timestamptz)
    on conflict (chain_id, block_number, log_index) do nothing`.execute(transaction)
}

export async function deleteEventsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  await transaction
    .deleteFrom('events')
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .execute()
}

/** Stored happenings of one collection after a place, in order. */
export async function listHappenings(
  transaction: Database,
  chainId: number,
  address: Address,
  after: { block: number; logIndex: number },
  limit: number,
): Promise<Happening[]> {
  const found = await transaction
    .selectFrom('events')
    .innerJoin('collections', 'collections.id', 'events.collection_id')
    .select([
      'events.block_number',
      'events.log_index',
      'events.kind',
      'events.facts',
      'events.tx_hash',
      'events.time',
    ])
    .where('collections.chain_id', '=', chainId)
    .where('collections.address', '=', address)
    .where(
      sql<boolean>`(events.block_number, events.log_index) > (${after.block}::bigint, ${after.logIndex}::integer)`,
    )
    .orderBy('events.block_number')
    .orderBy('events.log_index')
    .limit(limit)
    .execute()
  return found.map((row) => {
    // Safe: the projection writes this table, from happenings only.
    const fact = { kind: row.kind, facts: row.facts } as unknown as Happening
    return {
      ...fact,
      collection: address,
      block: row.block_number,
      logIndex: row.log_index,
      transaction: row.tx_hash,
      time: row.time,
    }
  })
}
