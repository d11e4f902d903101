import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

export type EventCursor = { block_number: number; log_index: number }

export type EventRow = EventCursor & {
  kind: string
  data: Record<string, unknown>
  previous: Record<string, unknown> | null
  /**
   * Data of the event that set the replaced values, where `previous` does not contain them.
   */
  former: Record<string, unknown> | null
  is_price_change: boolean
  tx_hash: string
  time: Date
}

/** Selection of events. */
export type EventFilter =
  | 'all'
  | 'changes'
  | { kinds: readonly string[]; isPriceChange?: boolean }
  /** Events of one numbered token. */
  | { kinds: readonly string[]; tokenId: number }

/** Event kinds caused by third parties; all other kinds are changes by the owner. */
export const thirdPartyKinds = ['mint', 'airdrop', 'transfer', 'burn', 'withdrawal']

/** Finds the cursor of the page after `skipped` events. */
export async function findEventCursor(
  database: Database,
  collectionId: string,
  filter: EventFilter,
  skipped: number,
): Promise<EventCursor | undefined> {
  const columns = sql`block_number, log_index`
  const parts = eventParts(collectionId, filter, undefined, columns, skipped + 1)
  if (!parts) return undefined
  const found = await sql<EventCursor>`
    select ${columns} from (${parts}) as e
    order by block_number desc, log_index desc limit 1 offset ${skipped}`.execute(
    database,
  )
  return found.rows[0]
}

/** Lists a collection's events from a cursor on, newest first. */
export async function listEvents(
  database: Database,
  collectionId: string,
  filter: EventFilter,
  from: EventCursor | undefined,
  limit: number,
): Promise<EventRow[]> {
  const columns = sql`collection_id, block_number, log_index, kind, data, previous, tx_hash, time`
  const parts = eventParts(collectionId, filter, from, columns, limit)
  if (!parts) return []
  const found = await sql<EventRow>`
    select e.block_number, e.log_index, e.kind, e.data, e.previous, e.tx_hash, e.time,
      ${priceChanges} as is_price_change, ${former} as former
    from (${parts}) as e
    order by e.block_number desc, e.log_index desc limit ${limit}`.execute(database)
  return found.rows
}

/**
 * Builds the union of the selected events, each kind limited to one page; undefined if no
 * kind matches.
 */
function eventParts(
  collectionId: string,
  filter: EventFilter,
  from: EventCursor | undefined,
  columns: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> | undefined {
  const parts = partsOf(collectionId, filter, from).map(
    ({ source = sql`events`, where, order }) => sql`(
      select ${columns} from ${source} e where ${where} order by ${order} limit ${limit})`,
  )
  return parts.length > 0 ? sql.join(parts, sql` union all `) : undefined
}

type Part = {
  /** Source of the rows, if not the whole events table. */
  source?: RawBuilder<unknown>
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

function partsOf(
  collectionId: string,
  filter: EventFilter,
  from: EventCursor | undefined,
): Part[] {
  if (typeof filter === 'object') {
    if ('tokenId' in filter) return tokenParts(collectionId, filter, from)
    const { kinds, isPriceChange } = filter
    return kinds.map((kind) => kindPart(collectionId, kind, isPriceChange, from))
  }
  const isMeant = filter === 'changes' ? isChange : sql`true`
  const where = sql`collection_id = ${collectionId}::uuid and ${isMeant} and ${isReached(from)}`
  return [{ where, order: newestFirst }]
}

const newestFirst = sql`block_number desc, log_index desc`

function isReached(from: EventCursor | undefined): RawBuilder<unknown> {
  if (!from) return sql`true`
  return sql`(block_number, log_index) <= (${from.block_number}::bigint, ${from.log_index}::integer)`
}

/** Selects the mint that created a token and its later transfers and burn. */
function tokenParts(
  collectionId: string,
  { kinds, tokenId }: { kinds: readonly string[]; tokenId: number },
  from: EventCursor | undefined,
): Part[] {
  const wanted = (among: string[]) => {
    const kept = among.filter((kind) => kinds.includes(kind))
    return kept.length > 0 && sql`e.kind in (${sql.join(kept)})`
  }
  const isGain = wanted(['mint', 'airdrop'])
  const isMove = wanted(['transfer', 'burn'])
  const gain = isGain && {
    source: sql`(${mintAround(collectionId, tokenId)})`,
    where: sql`${isGain} and ${isReached(from)}
      and (e.data ->> 'first_token_id')::integer + (e.data ->> 'quantity')::integer
        > ${tokenId}::integer`,
    order: newestFirst,
  }
  const move = isMove && {
    where: sql`${movesOf(collectionId, tokenId)} and ${isMove} and ${isReached(from)}`,
    order: newestFirst,
  }
  return [gain, move].filter((part) => part !== false)
}

/** Selects the last mint whose first id is at most `tokenId`. */
const mintAround = (collectionId: string, tokenId: number) => sql`
  select * from events
  where collection_id = ${collectionId}::uuid and kind in ('mint', 'airdrop')
    and (data ->> 'first_token_id')::integer <= ${tokenId}::integer
  order by (data ->> 'first_token_id')::integer desc limit 1`

/**
 * Repeats the index's expressions, because the planner matches the partial index by them.
 */
const movesOf = (collectionId: string, tokenId: number) => sql`
  e.collection_id = ${collectionId}::uuid
  and e.kind in ('burn', 'transfer') and e.data ->> 'token_id' is not null
  and (e.data ->> 'token_id')::integer = ${tokenId}::integer`

/** Finds the burn of a numbered token; undefined if the token exists. */
export async function findBurn(
  database: Database,
  collectionId: string,
  tokenId: number,
): Promise<{ time: Date; tx_hash: string; account: string } | undefined> {
  const found = await sql<{ time: Date; tx_hash: string; account: string; kind: string }>`
    select e.time, e.tx_hash, e.data ->> 'from' as account, e.kind from events e
    where ${movesOf(collectionId, tokenId)}
    order by ${newestFirst} limit 1`.execute(database)
  const [last] = found.rows
  return last?.kind === 'burn' ? last : undefined
}

/**
 * Compares and sorts by the whole key of the index on kinds: the planner would otherwise
 * pick another index and scan all other kinds.
 */
function kindPart(
  collectionId: string,
  kind: string,
  isPriceChange: boolean | undefined,
  from: EventCursor | undefined,
): Part {
  const first = sql`${collectionId}::uuid, ${kind}`
  const isBefore = from
    ? sql`(collection_id, kind, block_number, log_index)
        <= (${first}, ${from.block_number}::bigint, ${from.log_index}::integer)`
    : sql`(collection_id, kind) <= (${first})`
  const isMeant =
    isPriceChange === undefined
      ? sql`true`
      : sql`${priceChanges} = ${sql.lit(isPriceChange)}`
  return {
    where: sql`(collection_id, kind) >= (${first}) and ${isBefore} and ${isMeant}`,
    order: sql`collection_id desc, kind desc, block_number desc, log_index desc`,
  }
}

// Written as literals, because the partial index is only matched by its exact condition.
const isChange = sql`kind not in (${sql.join(thirdPartyKinds.map((kind) => sql.lit(kind)))})`

/** True for a public phase whose price changed. */
const priceChanges = sql`coalesce(
  e.kind = 'public_phase_changed' and e.data ->> 'end' <> '0'
  and e.previous #>> '{phases,0,1,starts_at}' <> e.previous #>> '{phases,0,1,ends_at}'
  and e.previous #>> '{phases,0,1,price_wei}' <> e.data ->> 'price_wei', false)`

const formerly = (kind: RawBuilder<unknown>) => sql`(
  select data from events f
  where f.collection_id = e.collection_id and f.kind = ${kind}
    and (f.block_number, f.log_index) < (e.block_number, e.log_index)
  order by f.block_number desc, f.log_index desc limit 1)`

/**
 * Data of the event that last set the values which this event replaces: a change, or the
 * creation.
 */
const former = sql`
  case when e.kind in
    ('payees_changed', 'payees_scheduled', 'cap_scheduled', 'public_phase_scheduled')
  then coalesce(
    ${formerly(sql`case e.kind when 'cap_scheduled' then 'cap_lowered'
      when 'public_phase_scheduled' then 'public_phase_changed' else 'payees_changed' end`)},
    ${formerly(sql`'created'`)}) end`
