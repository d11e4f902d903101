import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'
import {
  type ListCriteria,
  type ListedChain,
  type ListPart,
  partsOf,
} from './list-order.ts'
import { rankWindows } from './ranks.ts'

export type CardPhase = {
  phase_id: number
  starts_at: Date
  ends_at: Date
  price_wei: string
  max_supply: number | null
  minted: number
}

export type CardRow = {
  id: string
  chain_id: number
  address: string
  alias: string | null
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  image_file: string | null
  creator: string
  creator_name: string | null
  creator_avatar: string | null
  max_supply: number | null
  minted: number
  is_paused: boolean
  mint_fee_wei: string
  created_at: Date
  phases: CardPhase[]
}

/** Ids of listed collections, in the order asked for; the order always ends with the id. */
export async function listIds(
  database: Database,
  criteria: ListCriteria,
  limit: number,
  offset: number,
): Promise<string[]> {
  const parts = partsOf(criteria, conditionsOf(criteria), offset + limit)
  const ids = new Set<string>()
  let before = 0
  for (const part of parts) {
    // What is passed over is counted too, because a page can begin within the next part.
    const skipped = Math.max(0, offset - before)
    const wanted = limit - ids.size
    const found = await readPart(database, part, skipped + wanted, skipped)
    // A set: what was minted between two reads can be in both.
    for (const id of found.ids) ids.add(id)
    if (ids.size >= limit) break
    before += found.total
  }
  return [...ids]
}

/** Ids after the `skipped` first ones, and how many there are up to `deepest`. */
async function readPart(
  database: Database,
  { from, where, order }: ListPart,
  deepest: number,
  skipped: number,
): Promise<{ ids: string[]; total: number }> {
  const found = await sql<{ ids: string[]; total: number }>`
    select count(*) as total, coalesce(
      array_agg(id::text order by place) filter (where place > ${skipped}), '{}') as ids
    from (
      select c.id, row_number() over (order by ${order}) as place
      from ${from} where ${where} order by ${order} limit ${deepest}
    ) as reached`.execute(database)
  return found.rows[0] ?? { ids: [], total: 0 }
}

/** How many collections match; counting stops at `most`. */
export async function countIds(
  database: Database,
  criteria: ListCriteria,
  most: number,
): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from collections c where ${conditionsOf(criteria)} limit ${most}
    ) as matching`.execute(database)
  return found.rows[0]?.total ?? 0
}

/** Everything the cards of these collections show, in the order of `ids`. */
export async function listCardRows(
  database: Database,
  ids: string[],
): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const [found, phases] = await Promise.all([
    database
      .selectFrom('collections as c')
      .leftJoin('users as u', 'u.address', 'c.creator')
      .select([
        'c.id',
        'c.chain_id',
        'c.address',
        'c.alias',
        'c.kind',
        'c.name',
        'c.image_file',
        'c.creator',
        'u.username as creator_name',
        'u.avatar_file as creator_avatar',
        'c.max_supply',
        'c.minted',
        'c.is_paused',
        'c.mint_fee_wei',
        'c.created_at',
      ])
      .where('c.id', 'in', ids)
      .execute(),
    database
      .selectFrom('phases')
      .select([
        'collection_id',
        'phase_id',
        'starts_at',
        'ends_at',
        'price_wei',
        'max_supply',
        'minted',
      ])
      .where('collection_id', 'in', ids)
      .whereRef('starts_at', '<', 'ends_at')
      .execute(),
  ])
  const byId = new Map(
    found.map((row) => [row.id, { ...row, phases: [] as CardPhase[] }]),
  )
  for (const { collection_id, ...phase } of phases) {
    byId.get(collection_id)?.phases.push(phase)
  }
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Ids of listed collections at these places, keyed `chain address`. */
export async function findListedIds(
  database: Database,
  chains: ListedChain[],
  places: { chain_id: number; address: string }[],
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map()
  const found = await sql<{ id: string; chain_id: number; address: string }>`
    select c.id, c.chain_id, c.address from collections c
    join jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
      as x(chain_id bigint, address text)
      on c.chain_id = x.chain_id and c.address = x.address
    where ${isListed(chains)}`.execute(database)
  return new Map(found.rows.map((row) => [`${row.chain_id} ${row.address}`, row.id]))
}

function conditionsOf(criteria: ListCriteria): RawBuilder<unknown> {
  const { chains, sort, window, now, search, creator, hasMinters } = criteria
  const ids = chains.map(({ id }) => id)
  const conditions = [
    isListed(chains),
    // A single value lets the index of that chain give the order.
    ids.length === 1
      ? sql`c.chain_id = ${ids[0]}`
      : sql`c.chain_id in (${sql.join(ids)})`,
  ]
  if (creator) conditions.push(sql`c.creator = ${creator}`)
  if (hasMinters) conditions.push(sql`c.unique_minters > 0`)
  if (search) conditions.push(matches(search))
  if (sort === 'newest' && window) {
    const since = new Date(now.getTime() - rankWindows[window])
    conditions.push(sql`c.created_at >= ${since}`)
  }
  return sql.join(conditions, sql` and `)
}

/** Shown, opened by its owner, not deleted, and confirmed where blocks must be. */
function isListed(chains: ListedChain[]): RawBuilder<unknown> {
  const isConfirmed = chains
    .filter(({ confirmations }) => confirmations > 0)
    .map(
      ({ id }) => sql`and not (c.chain_id = ${id} and c.created_block > coalesce((
        select confirmed_number from chain_cursors where chain_id = ${id}), -1))`,
    )
  return sql`c.visibility = 'shown' and not c.is_unlisted and c.deleted_at is null
    ${sql.join(isConfirmed, sql` `)}`
}

/** Two characters match beginnings, three or more any part; an address matches itself. */
function matches(search: string): RawBuilder<unknown> {
  const text = search.toLowerCase()
  if (/^0x[0-9a-f]{40}$/.test(text)) return sql`c.address = ${text}`
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const pattern = [...text].length < 3 ? `${escaped}%` : `%${escaped}%`
  return sql`(c.name ilike ${pattern} or c.symbol ilike ${pattern} or c.alias ilike ${pattern})`
}
