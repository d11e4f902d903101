import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'

/** A chain as lists need it: what its coin is worth, and how deep a block counts as final. */
export type ListedChain = {
  id: number
  /** USD for one wei; null where there is no rate. */
  usdPerWei: string | null
  confirmations: number
}

export type ListSort =
  | 'trending'
  | 'popular'
  | 'newest'
  | 'oldest'
  | 'minted'
  | 'volume'
  | 'price_asc'
  | 'price_desc'
  | 'ending_soon'

export type ListCriteria = {
  chains: ListedChain[]
  sort: ListSort
  /** Start of the window that counts; null: all time. */
  since: Date | null
  now: Date
  search?: string
  /** Lower case. */
  creator?: string
  /** Only what somebody besides the creator minted. */
  hasMinters?: boolean
}

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
  const { join, order } = sortOf(criteria)
  const found = await sql<{ id: string }>`
    select c.id from collections c ${join}
    where ${conditionsOf(criteria)}
    order by ${order}, c.id desc
    limit ${limit} offset ${offset}`.execute(database)
  return found.rows.map(({ id }) => id)
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
  const { chains, sort, since, search, creator, hasMinters } = criteria
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
  if (sort === 'newest' && since) conditions.push(sql`c.created_at >= ${since}`)
  return sql.join(conditions, sql` and `)
}

/** Shown, opened by its owner, not deleted, and deep enough to stay. */
function isListed(chains: ListedChain[]): RawBuilder<unknown> {
  const isDeep = chains
    .filter(({ confirmations }) => confirmations > 0)
    .map(
      ({ id, confirmations }) => sql`and not (c.chain_id = ${id} and c.created_block > (
        select head_number - ${confirmations} from chain_cursors where chain_id = ${id}))`,
    )
  return sql`c.visibility = 'shown' and not c.is_unlisted and c.deleted_at is null
    ${sql.join(isDeep, sql` `)}`
}

/** Two characters match beginnings, three or more any part; an address matches itself. */
function matches(search: string): RawBuilder<unknown> {
  const text = search.toLowerCase()
  if (/^0x[0-9a-f]{40}$/.test(text)) return sql`c.address = ${text}`
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const pattern = [...text].length < 3 ? `${escaped}%` : `%${escaped}%`
  return sql`(c.name ilike ${pattern} or c.symbol ilike ${pattern} or c.alias ilike ${pattern})`
}

function sortOf(criteria: ListCriteria): {
  join: RawBuilder<unknown>
  order: RawBuilder<unknown>
} {
  const { sort, since, now, chains } = criteria
  const none = sql``
  const newer = sql`c.created_at desc`
  switch (sort) {
    case 'trending':
      return {
        join: sql`left join trending_scores s on s.collection_id = c.id`,
        order: sql`s.score desc nulls last, ${newer}`,
      }
    case 'popular': {
      if (!since) {
        return { join: none, order: sql`c.unique_minters desc, c.minted desc, ${newer}` }
      }
      const counted = sql`left join (
        select m.collection_id, count(*) as minters from minters m
        join collections k on k.id = m.collection_id
        where m.last_mint_at >= ${since} and m.minter <> k.creator
        group by m.collection_id) w on w.collection_id = c.id`
      return {
        join: counted,
        order: sql`coalesce(w.minters, 0) desc, c.minted desc, ${newer}`,
      }
    }
    case 'newest':
      return { join: none, order: newer }
    case 'oldest':
      return { join: none, order: sql`c.created_at` }
    case 'minted': {
      if (!since) return { join: none, order: sql`c.minted desc, ${newer}` }
      const join = mintsSince(since, sql`sum(m.quantity)`)
      return { join, order: sql`coalesce(w.amount, 0) desc, ${newer}` }
    }
    case 'volume': {
      const usd = usdPerWei(chains)
      if (!since) {
        return { join: none, order: sql`c.volume_wei * ${usd} desc nulls last, ${newer}` }
      }
      const join = mintsSince(since, sql`sum(m.quantity * m.price_wei)`)
      return {
        join,
        order: sql`coalesce(w.amount, 0) * ${usd} desc nulls last, ${newer}`,
      }
    }
    case 'price_asc':
    case 'price_desc': {
      const usd = sql`p.price_wei * ${usdPerWei(chains)}`
      const order = sort === 'price_asc' ? sql`${usd} asc` : sql`${usd} desc`
      return { join: shownPhaseAt(now), order: sql`${order} nulls last, ${newer}` }
    }
    case 'ending_soon': {
      const end = sql`case when p.starts_at <= ${now} and p.ends_at > ${now}
        and not c.is_paused and (c.max_supply is null or c.minted < c.max_supply)
        then p.ends_at end`
      return { join: shownPhaseAt(now), order: sql`${end} asc nulls last, ${newer}` }
    }
  }
}

function mintsSince(since: Date, amount: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join (
    select m.collection_id, ${amount} as amount from mints m
    where m.time >= ${since} group by m.collection_id) w on w.collection_id = c.id`
}

/** The phase whose price stands for the collection, by the same rule as `shownPhase`. */
function shownPhaseAt(now: Date): RawBuilder<unknown> {
  const isOpen = sql`q.starts_at <= ${now} and q.ends_at > ${now}`
  const hasRoom = sql`(q.max_supply is null or q.minted < q.max_supply)`
  return sql`left join lateral (
    select q.price_wei, q.starts_at, q.ends_at from phases q
    where q.collection_id = c.id and q.starts_at < q.ends_at
    order by
      case when ${isOpen} and ${hasRoom} then 0 when q.starts_at > ${now} then 1
        when ${isOpen} then 2 else 3 end,
      case when q.starts_at > ${now} then q.starts_at end,
      case when q.ends_at <= ${now} then q.ends_at end desc,
      q.price_wei, q.ends_at, q.phase_id
    limit 1) p on true`
}

/** USD for one wei of the collection's chain; null, and so last, without a rate. */
function usdPerWei(chains: ListedChain[]): RawBuilder<unknown> {
  const cases = chains
    .filter(({ usdPerWei }) => usdPerWei !== null)
    .map(({ id, usdPerWei }) => sql`when ${id}::bigint then ${usdPerWei}::numeric`)
  if (cases.length === 0) return sql`null::numeric`
  return sql`case c.chain_id ${sql.join(cases, sql` `)} end`
}
