import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'

export type EventPlace = { block_number: number; log_index: number }

export type EventRow = EventPlace & {
  kind: string
  facts: Record<string, unknown>
  before: Record<string, unknown> | null
  /** Facts of the event that had set what this one changes, where `before` does not say it. */
  former: Record<string, unknown> | null
  is_price_change: boolean
  tx_hash: string
  time: Date
}

/** Which events are meant. */
export type EventFilter =
  | 'all'
  | 'changes'
  | { kinds: readonly string[]; isPriceChange?: boolean }

/** Kinds that strangers cause; all others are changes by the owner. */
export const strangersKinds = ['mint', 'airdrop', 'transfer', 'burn', 'withdrawal']

/** Where the page after so many events begins. */
export async function findEventPlace(
  database: Database,
  collectionId: string,
  filter: EventFilter,
  skipped: number,
): Promise<EventPlace | undefined> {
  const columns = sql`block_number, log_index`
  const parts = eventParts(collectionId, filter, undefined, columns, skipped + 1)
  const found = await sql<EventPlace>`
    select ${columns} from (${parts}) as e
    order by block_number desc, log_index desc limit 1 offset ${skipped}`.execute(
    database,
  )
  return found.rows[0]
}

/** Events of a collection, the newest first; from a place on. */
export async function listEventsOf(
  database: Database,
  collectionId: string,
  filter: EventFilter,
  from: EventPlace | undefined,
  limit: number,
): Promise<EventRow[]> {
  const columns = sql`collection_id, block_number, log_index, kind, facts, before, tx_hash, time`
  const parts = eventParts(collectionId, filter, from, columns, limit)
  const found = await sql<EventRow>`
    select e.block_number, e.log_index, e.kind, e.facts, e.before, e.tx_hash, e.time,
      ${priceChanges} as is_price_change, ${former} as former
    from (${parts}) as e
    order by e.block_number desc, e.log_index desc limit ${limit}`.execute(database)
  return found.rows
}

/** The events that are meant, of each kind as many as can be on the page. */
function eventParts(
  collectionId: string,
  filter: EventFilter,
  from: EventPlace | undefined,
  columns: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const parts = partsOf(collectionId, filter, from).map(
    ({ where, order }) => sql`(
      select ${columns} from events e where ${where} order by ${order} limit ${limit})`,
  )
  return sql.join(parts, sql` union all `)
}

type Part = { where: RawBuilder<unknown>; order: RawBuilder<unknown> }

function partsOf(
  collectionId: string,
  filter: EventFilter,
  from: EventPlace | undefined,
): Part[] {
  if (typeof filter === 'object') {
    const { kinds, isPriceChange } = filter
    return kinds.map((kind) => kindPart(collectionId, kind, isPriceChange, from))
  }
  const isReached = from
    ? sql`(block_number, log_index) <= (${from.block_number}::bigint, ${from.log_index}::integer)`
    : sql`true`
  const isMeant = filter === 'changes' ? isChange : sql`true`
  const where = sql`collection_id = ${collectionId}::uuid and ${isMeant} and ${isReached}`
  return [{ where, order: sql`block_number desc, log_index desc` }]
}

/**
 * The whole key of the index of kinds stands in comparisons and order, and nothing else: the
 * planner takes another index for as good, which would pass over all other kinds.
 */
function kindPart(
  collectionId: string,
  kind: string,
  isPriceChange: boolean | undefined,
  from: EventPlace | undefined,
): Part {
  const first = sql`${collectionId}::uuid, ${kind}`
  const isReached = from
    ? sql`(collection_id, kind, block_number, log_index)
        <= (${first}, ${from.block_number}::bigint, ${from.log_index}::integer)`
    : sql`(collection_id, kind) <= (${first})`
  const isMeant =
    isPriceChange === undefined
      ? sql`true`
      : sql`${priceChanges} = ${sql.lit(isPriceChange)}`
  return {
    where: sql`(collection_id, kind) >= (${first}) and ${isReached} and ${isMeant}`,
    order: sql`collection_id desc, kind desc, block_number desc, log_index desc`,
  }
}

// Written out, because their index is only found by the words of its condition.
const isChange = sql`kind not in (${sql.join(strangersKinds.map((kind) => sql.lit(kind)))})`

/** A public phase that had a price and has another one now. */
const priceChanges = sql`coalesce(
  e.kind = 'public_phase_changed' and e.facts ->> 'end' <> '0'
  and e.before #>> '{phases,0,1,starts_at}' <> e.before #>> '{phases,0,1,ends_at}'
  and e.before #>> '{phases,0,1,price_wei}' <> e.facts ->> 'price_wei', false)`

const formerly = (kind: RawBuilder<unknown>) => sql`(
  select facts from events f
  where f.collection_id = e.collection_id and f.kind = ${kind}
    and (f.block_number, f.log_index) < (e.block_number, e.log_index)
  order by f.block_number desc, f.log_index desc limit 1)`

/** What had set the terms that an event replaces or will replace: a change, or the creation. */
const former = sql`
  case when e.kind in
    ('payees_changed', 'payees_scheduled', 'cap_scheduled', 'public_phase_scheduled')
  then coalesce(
    ${formerly(sql`case e.kind when 'cap_scheduled' then 'cap_lowered'
      when 'public_phase_scheduled' then 'public_phase_changed' else 'payees_changed' end`)},
    ${formerly(sql`'created'`)}) end`
