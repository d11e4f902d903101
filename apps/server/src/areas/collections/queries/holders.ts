import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { withStatementTimeout } from './read-indexes.ts'

export type HolderCursor = { owner: string; quantity: number }

/** Holder with the profile fields that were requested; null for blocked accounts. */
export type HolderRow = HolderCursor & {
  username: string | null
  avatar_file: string | null
  /** Network of a contract's account. */
  auth_chain_id: number | null
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
  { id: collectionId, chain_id }: { id: string; chain_id: number },
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
    select h.owner, h.quantity, u.username, u.avatar_file, u.auth_chain_id
    from (
      select owner, quantity from (${sql.join(parts, sql` union all `)}) as parts
      order by quantity desc, owner limit ${limit}) as h
    left join lateral (
      select * from find_account(h.owner, ${chain_id}) a where ${isNamed}
        and not exists (select from find_creator_block(h.owner, ${chain_id}))
      limit 1) as u on true
    order by h.quantity desc, h.owner`.execute(database)
  return found.rows
}

export type HolderCount = { quantity: number; holders: number }

type SpreadRow = HolderCount & { all_holders: number; held: number }

/** Counts that are read from either end: some 20 database pages. */
const MAX_COUNTS = 1000

/**
 * Reads how many accounts hold each quantity, the largest first. Where there are more counts than
 * `limit` from either end, `between` has what the others hold together. Empty during the
 * backfill of the chain, which counts nothing.
 */
export async function readHolderSpread(
  database: Database,
  { id, chain_id }: { id: string; chain_id: number },
  limit = MAX_COUNTS,
): Promise<{ largest: HolderCount[]; between?: HolderCount; least: HolderCount[] }> {
  const part = (order: RawBuilder<unknown>) => sql`(
    select quantity, holders from holder_counts
    where collection_id = ${id}::uuid order by quantity ${order} limit ${limit})`
  const { rows } = await sql<SpreadRow>`
    select h.quantity, h.holders, c.holders as all_holders, c.minted - c.burned as held
    from (${part(sql`desc`)} union ${part(sql`asc`)}) as h
    join collections c on c.id = ${id}::uuid
    where h.holders > 0 and not exists (
      select from chain_cursors where chain_id = ${chain_id} and not is_backfilled)
    order by h.quantity desc`.execute(database)
  const largest = rows.slice(0, limit)
  const least = rows.slice(limit)
  const [first] = rows
  if (!first || rows.length < 2 * limit) return { largest, least }
  const known = rows.reduce(
    (sum, { quantity, holders }) => ({
      holders: sum.holders + holders,
      quantity: sum.quantity + quantity * holders,
    }),
    { holders: 0, quantity: 0 },
  )
  const holders = first.all_holders - known.holders
  if (holders <= 0) return { largest, least }
  return { largest, between: { holders, quantity: first.held - known.quantity }, least }
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

/** Events after a block that a snapshot undoes at most. */
const MAX_UNDONE_EVENTS = 200_000

/**
 * Reads who held how much after a block, the most first: what is held now without the events
 * after it, in one statement, so that both are of one moment. Undefined if there are too many.
 */
export async function readHoldersAt(
  database: Database,
  collectionId: string,
  { block, limit }: { block: number; limit: number },
): Promise<HolderCursor[] | undefined> {
  const later = sql`collection_id = ${collectionId}::uuid and block_number > ${block}::bigint
    and kind in ('mint', 'airdrop', 'transfer', 'burn')`
  return withStatementTimeout(database, async (transaction) => {
    const { rows: counted } = await sql<{ is_too_many: boolean }>`
      select count(*) > ${MAX_UNDONE_EVENTS} as is_too_many from (
        select from events where ${later} limit ${MAX_UNDONE_EVENTS + 1}) as e`.execute(
      transaction,
    )
    if (counted[0]?.is_too_many) return undefined
    const found = await sql<HolderCursor>`
      with undone as (select kind, data from events where ${later})
      select owner, sum(quantity)::bigint as quantity from (
        select owner, quantity from holdings where collection_id = ${collectionId}::uuid
        union all
        select data ->> 'to', -(data ->> 'quantity')::bigint from undone
        where kind in ('mint', 'airdrop', 'transfer')
        union all
        select data ->> 'from', (data ->> 'quantity')::bigint from undone
        where kind in ('transfer', 'burn')
      ) as moves
      group by owner having sum(quantity) > 0
      order by 2 desc, owner limit ${limit}`.execute(transaction)
    return found.rows
  })
}
