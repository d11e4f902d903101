import { type Selectable, sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../database/database.ts'
import {
  column,
  idColumn,
  jsonColumn,
  type Statement,
  toSeconds,
} from '../../../database/rows.ts'
import type { Tables } from '../../../tables.ts'
import type { CollectionEvent } from '../collection-events.ts'
import type { CollectionState } from '../reducer/collection-state.ts'

/** Finds the keys of stored events in these blocks, as `block logIndex`. */
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

/** Inserts events. */
export function insertEvents(
  chainId: number,
  states: Map<Address, CollectionState>,
  events: CollectionEvent[],
): Statement {
  const collections = idColumn(
    events,
    ({ collection }) => states.get(collection)?.id ?? null,
  )
  return sql`
    insert into events (chain_id, block_number, log_index, collection_id, kind, tx_hash,
      time, data, previous)
    select ${chainId}::bigint, x.block_number, x.log_index, ${collections.id}, x.kind,
      x.tx_hash, to_timestamp(x.seconds), x.data::jsonb, x.previous::jsonb
    from unnest(
        ${column('bigint', events, ({ block }) => block)},
        ${column('integer', events, ({ logIndex }) => logIndex)},
        ${collections.places},
        ${column('text', events, ({ kind }) => kind)},
        ${column('text', events, ({ transaction }) => transaction)},
        ${column('double precision', events, ({ time }) => toSeconds(time))},
        ${jsonColumn(events, ({ data }) => data)},
        ${jsonColumn(events, ({ previous }) => previous)}
    ) as x(block_number, log_index, place, kind, tx_hash, seconds, data, previous)`
}

export async function deleteEventsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  for (const table of ['mints', 'events'] as const) {
    await transaction
      .deleteFrom(table)
      .where('chain_id', '=', chainId)
      .where('block_number', '>', blockNumber)
      .execute()
  }
}

/** Lists stored events of a chain above a block and before a position, newest first. */
export async function listEventsDescending(
  transaction: Database,
  chainId: number,
  above: number,
  before: { block: number; logIndex: number } | undefined,
  limit: number,
): Promise<CollectionEvent[]> {
  const found = await transaction
    .selectFrom('events')
    .innerJoin('collections', 'collections.id', 'events.collection_id')
    .select([
      'collections.address',
      'events.block_number',
      'events.log_index',
      'events.kind',
      'events.data',
      'events.previous',
      'events.tx_hash',
      'events.time',
    ])
    .where('events.chain_id', '=', chainId)
    .where('events.block_number', '>', above)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(events.block_number, events.log_index)
          < (${before?.block}::bigint, ${before?.logIndex}::integer)`,
      ),
    )
    .orderBy('events.block_number', 'desc')
    .orderBy('events.log_index', 'desc')
    .limit(limit)
    .execute()
  return found.map(toEvent)
}

type StoredEvent = Omit<Selectable<Tables['events']>, 'chain_id' | 'collection_id'>

function toEvent(row: StoredEvent & { address: string }): CollectionEvent {
  const stored = { kind: row.kind, data: row.data, previous: row.previous ?? undefined }
  return {
    // Safe: the projection writes this table, from events only.
    ...(stored as unknown as CollectionEvent),
    // Safe: the column holds lower-case addresses only (checked by the table).
    collection: row.address as Address,
    block: row.block_number,
    logIndex: row.log_index,
    transaction: row.tx_hash,
    time: row.time,
  }
}
