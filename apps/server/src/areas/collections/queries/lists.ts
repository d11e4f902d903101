import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'
import type { CardPhaseText } from '../../../tables.ts'
import { type ListRow, mergeInUsd, placeInSource, type Stream } from './list-merge.ts'
import {
  type KeyType,
  type ListCriteria,
  type ListedChain,
  type ListPart,
  partsOf,
  type Source,
} from './list-order.ts'

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

/** A place between two rows: the part of the list, and the values of the row before it. */
export type ListPlace = { part: number; values: string[] }

export type PlacedRow = { id: string; place: ListPlace }

/** Rows of a list, in its order, after so many or after a place. */
export async function readList(
  database: Database,
  criteria: ListCriteria,
  from: { skipped: number } | { after: ListPlace },
  limit: number,
): Promise<PlacedRow[]> {
  const parts = partsOf(criteria)
  const rows = new Map<string, PlacedRow>()
  let before = 0
  for (const [part, of] of parts.entries()) {
    const after = 'after' in from ? from.after : undefined
    if (after && part < after.part) continue
    const values = part === after?.part ? after.values : undefined
    // What is passed over is counted too, because a page can begin within the next part.
    const skipped = 'skipped' in from ? Math.max(0, from.skipped - before) : 0
    const found = await readPart(
      database,
      criteria,
      of,
      values,
      skipped,
      limit - rows.size,
    )
    // By id: what was minted between two reads can be in both parts.
    for (const row of found.rows) {
      if (!rows.has(row.id))
        rows.set(row.id, { id: row.id, place: { part, values: row.values } })
    }
    if (rows.size >= limit) break
    before += found.total
  }
  return [...rows.values()]
}

/** Which values a place of this list has; undefined: there is no such part. */
export function placeTypes(criteria: ListCriteria, part: number): KeyType[] | undefined {
  const types = partsOf(criteria)[part]?.types
  return types && [...types, 'time', 'uuid']
}

/** Rows after the `skipped` first ones, and how many there are up to the last of them. */
async function readPart(
  database: Database,
  criteria: ListCriteria,
  part: ListPart,
  after: string[] | undefined,
  skipped: number,
  limit: number,
): Promise<{ rows: ListRow[]; total: number }> {
  const deepest = skipped + limit
  if (part.sources.some(({ usdPerWei }) => usdPerWei)) {
    const rows = await readInUsd(database, criteria, part, after, deepest)
    return { rows: rows.slice(skipped), total: rows.length }
  }
  const order = orderOf(part, 'u')
  const sources = part.sources.map((source) =>
    firstOf(criteria, part, source, after, deepest),
  )
  const found = await sql<{ rows: string[][]; total: number }>`
    select count(*) as total, coalesce(json_agg(${texts(part, 'reached')} order by place)
      filter (where place > ${skipped}), '[]') as rows
    from (
      select u.*, row_number() over (order by ${order}) as place
      from (
        select u.* from (${sql.join(sources, sql` union all `)}) as u
        order by ${order} limit ${deepest}
      ) as u
    ) as reached`.execute(database)
  const { rows, total } = found.rows[0] ?? { rows: [], total: 0 }
  return { rows: rows.map(rowOf), total }
}

/** The first rows of a source. In parentheses, each keeps the order of its index. */
function firstOf(
  criteria: ListCriteria,
  part: ListPart,
  source: Source,
  after: string[] | undefined,
  limit: number,
): RawBuilder<unknown> {
  return sql`(select u.* from (${selectFrom(criteria, part, source, after)}) as u
    order by ${orderOf(part, 'u')} limit ${limit})`
}

/** How many rows of each chain one statement reads; of more, each is read on where it was left. */
const CHUNK = 200

async function readInUsd(
  database: Database,
  criteria: ListCriteria,
  part: ListPart,
  after: string[] | undefined,
  deepest: number,
): Promise<ListRow[]> {
  const reads = part.sources.map((source) => {
    const { usdPerWei = '0' } = source
    const place = after && placeInSource(after, usdPerWei)
    const first = firstOf(criteria, part, source, place, deepest)
    return { usdPerWei, read: sql`select ${texts(part, 'u')} as row from ${first} as u` }
  })
  if (deepest <= CHUNK) return readTogether(database, reads, deepest)
  return database.transaction().execute(async (transaction) => {
    const streams: Stream[] = []
    for (const [place, { usdPerWei, read }] of reads.entries()) {
      const cursor = sql.ref(`source_${place}`)
      await sql`declare ${cursor} no scroll cursor for ${read}`.execute(transaction)
      const next = async () => {
        const { rows } = await sql<{ row: string[] }>`
          fetch ${sql.lit(CHUNK)} from ${cursor}`.execute(transaction)
        return rows.map(({ row }) => row)
      }
      streams.push({ usdPerWei, next })
    }
    return mergeInUsd(streams, deepest)
  })
}

type Read = { usdPerWei: string; read: RawBuilder<unknown> }

async function readTogether(
  database: Database,
  reads: Read[],
  deepest: number,
): Promise<ListRow[]> {
  const all = reads.map(
    ({ read }, place) =>
      sql`(select ${sql.lit(place)} as source, r.row from (${read}) as r)`,
  )
  const found = await sql<{ source: number; row: string[] }>`
    ${sql.join(all, sql` union all `)}`.execute(database)
  const streams = reads.map(({ usdPerWei }, place) => {
    const rows = found.rows.filter(({ source }) => source === place).map(({ row }) => row)
    const next = async () => rows.splice(0)
    return { usdPerWei, next }
  })
  return mergeInUsd(streams, deepest)
}

function selectFrom(
  { unconfirmed = [] }: ListCriteria,
  part: ListPart,
  { table, order, where }: Source,
  after: string[] | undefined,
): RawBuilder<unknown> {
  const id = sql`t.collection_id`
  const columns = [
    ...order.map((column) => sql`t.${sql.ref(column)}`),
    sql`t.created_at`,
    id,
  ]
  const conditions = [sql`t.is_listed`, ...where]
  if (unconfirmed.length > 0) {
    conditions.push(sql`${id} <> all(${`{${unconfirmed.join(',')}}`}::uuid[])`)
  }
  if (after) {
    const types: KeyType[] = [...part.types, 'time', 'uuid']
    const values = types.map((type, place) => literalOf(type, after[place] ?? ''))
    const is = part.direction === 'desc' ? sql`<` : sql`>`
    conditions.push(sql`(${sql.join(columns)}) ${is} (${sql.join(values)})`)
  }
  const named = columns.map((column, place) => sql`${column} as ${key(place)}`)
  return sql`select ${sql.join(named)} from ${sql.table(table)} as t
    where ${sql.join(conditions, sql` and `)}`
}

function orderOf({ types, direction }: ListPart, alias: string): RawBuilder<unknown> {
  const columns = [...types, 'time', 'uuid'].map(
    (_, place) => sql`${sql.ref(alias)}.${key(place)} ${sql.raw(direction)}`,
  )
  return sql.join(columns)
}

/** A row as texts, so that no digit of an amount or of a time is lost. */
function texts({ types }: ListPart, alias: string): RawBuilder<unknown> {
  const columns = [...types, 'time', 'uuid'].map((type, place) => {
    const column = sql`${sql.ref(alias)}.${key(place)}`
    return type === 'time'
      ? sql`(extract(epoch from ${column}) * 1000000)::bigint::text`
      : sql`${column}::text`
  })
  return sql`json_build_array(${sql.join(columns)})`
}

function literalOf(type: KeyType, text: string): RawBuilder<unknown> {
  if (type !== 'time') return sql`${text}::${sql.raw(type)}`
  return sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`
}

function key(place: number): RawBuilder<unknown> {
  return sql.ref(`k${place}`)
}

function rowOf(values: string[]): ListRow {
  return { id: values.at(-1) ?? '', values }
}

/** What lists know before they are read. */
export type ListedState = {
  /** The chains that lists can hold something of: those that must be confirmed have a cursor. */
  chains: ListedChain[]
  /** How many listed collections these hold, confirmed or not. */
  total: number
  isWhole: boolean
  unconfirmed: string[]
}

export async function readListedState(
  database: Database,
  chains: ListedChain[],
): Promise<ListedState> {
  const found = await sql<ChainState>`
    select n.chain_id, n.total, n.newest_block, s.confirmed_number
    from (
      select chain_id, sum(change)::bigint as total, max(newest_block) as newest_block
      from list_counts group by chain_id) as n
    left join chain_cursors s on s.chain_id = n.chain_id`.execute(database)
  const states = new Map(found.rows.map((row) => [row.chain_id, row]))
  const known = chains.flatMap((chain) => {
    const { total = 0, confirmed_number = null } = states.get(chain.id) ?? {}
    const isUnread = chain.confirmations > 0 && confirmed_number === null
    return isUnread ? [] : [{ ...chain, total }]
  })
  const waiting = known.flatMap(({ id, confirmations }) => {
    const { newest_block = -1, confirmed_number } = states.get(id) ?? {}
    return confirmations > 0 && newest_block > (confirmed_number ?? -1) ? [id] : []
  })
  return {
    chains: known,
    total: known.reduce((sum, { total }) => sum + total, 0),
    isWhole: found.rows.every(
      ({ chain_id, total }) => total === 0 || known.some(({ id }) => id === chain_id),
    ),
    unconfirmed: await listUnconfirmed(database, waiting),
  }
}

type ChainState = {
  chain_id: number
  total: number
  newest_block: number
  confirmed_number: number | null
}

/** Listed collections of these chains whose block is not confirmed: few, as a rule. */
async function listUnconfirmed(
  database: Database,
  chainIds: number[],
): Promise<string[]> {
  if (chainIds.length === 0) return []
  const found = await sql<{ id: string }>`
    select c.id from chain_cursors s cross join lateral (
      select t.id from collections t where t.is_listed and t.chain_id = s.chain_id
        and t.created_block > s.confirmed_number) as c
    where s.chain_id in (${sql.join(chainIds)})`.execute(database)
  return found.rows.map(({ id }) => id)
}

/** How many collections a creator's list or the newest of a window hold, up to `most`. */
export async function countUpTo(
  database: Database,
  criteria: ListCriteria,
  most: number,
): Promise<number> {
  let total = 0
  for (const part of partsOf(criteria)) {
    const sources = part.sources.map((source) =>
      selectFrom(criteria, part, source, undefined),
    )
    const found = await sql<{ total: number }>`
      select count(*) as total from (
        select from (${sql.join(sources, sql` union all `)}) as u limit ${most}
      ) as reached`.execute(database)
    total += found.rows[0]?.total ?? 0
  }
  return Math.min(total, most)
}

/** Adds the changes of the counts up, which readers would add up again and again. */
export async function sumUpCounts(database: Database): Promise<void> {
  await sql`
    with gone as (delete from list_counts returning chain_id, change, newest_block)
    insert into list_counts (chain_id, change, newest_block)
    select chain_id, sum(change), max(newest_block) from gone
    group by chain_id having sum(change) <> 0`.execute(database)
}

/** A promoted collection says more than a card. */
type PromotedRow = Omit<CardRow, 'phases'> & {
  description: string
  phases: (Omit<CardPhaseText, 'starts_at' | 'ends_at'> & CardPhase)[]
}

type Stored = Omit<PromotedRow, 'phases'> & { card_phases: CardPhaseText[] }

/** Everything the cards of these collections show, in the order of `ids`, while listed. */
export async function listCardRows(
  database: Database,
  ids: string[],
): Promise<CardRow[]> {
  if (ids.length === 0) return []
  // One by one, and each by its hash: that is two pages a row.
  const found = await sql<Stored>`
    select ${cardColumns}
    from unnest(${`{${ids.join(',')}}`}::uuid[]) with ordinality as x(id, place)
    cross join lateral (
      select * from collections k where k.id = x.id and k.is_listed limit 1) as c
    order by x.place`.execute(database)
  return found.rows.map(withPhases)
}

/** Listed collections at these places, keyed `chain address`. */
export async function findListed(
  database: Database,
  places: { chain_id: number; address: string }[],
  unconfirmed: string[],
): Promise<Map<string, PromotedRow>> {
  if (places.length === 0) return new Map()
  const found = await sql<Stored>`
    select ${cardColumns}
    from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
      as x(chain_id bigint, address text)
    cross join lateral (
      select * from collections k
      where k.address = x.address and k.is_listed and k.chain_id = x.chain_id limit 1) as c`.execute(
    database,
  )
  const isHeld = new Set(unconfirmed)
  return new Map(
    found.rows
      .filter(({ id }) => !isHeld.has(id))
      .map((row) => [`${row.chain_id} ${row.address}`, withPhases(row)]),
  )
}

/** Lists that were published here, by their roots. */
export async function listPublishedLists(
  database: Database,
  roots: string[],
): Promise<Map<string, { list_hash: string; list_entries: number }>> {
  if (roots.length === 0) return new Map()
  const found = await database
    .selectFrom('lists')
    .select(['root', 'content_hash as list_hash', 'entries as list_entries'])
    .where('root', 'in', roots)
    .execute()
  return new Map(found.map(({ root, ...list }) => [root, list]))
}

const cardColumns = sql`c.id, c.chain_id, c.address, c.alias, c.kind, c.name, c.image_file,
  c.creator, c.creator_name, c.creator_avatar, c.max_supply,
  c.minted, c.is_paused, c.mint_fee_wei, c.created_at, c.description, c.card_phases`

function withPhases({ card_phases, ...row }: Stored): PromotedRow {
  const phases = card_phases.map((phase) => ({
    ...phase,
    starts_at: new Date(phase.starts_at),
    ends_at: new Date(phase.ends_at),
  }))
  return {
    ...row,
    phases: phases.filter(({ starts_at, ends_at }) => starts_at < ends_at),
  }
}

/** In the public lists, and confirmed where blocks must be. */
export function isListed(chains: ListedChain[]): RawBuilder<unknown> {
  const isConfirmed = chains
    .filter(({ confirmations }) => confirmations > 0)
    .map(
      ({ id }) => sql`and not (c.chain_id = ${id} and c.created_block > coalesce((
        select confirmed_number from chain_cursors where chain_id = ${id}), -1))`,
    )
  return sql`c.is_listed ${sql.join(isConfirmed, sql` `)}`
}
