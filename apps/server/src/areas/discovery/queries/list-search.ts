import type { SearchTarget } from '@platemark/rules/search-target'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { errorCode } from '../../../database/error-code.ts'
import { excludeIds, fromMicroseconds, microseconds } from '../../../database/rows.ts'
import { withStatementTimeout } from '../../collections/queries/read-indexes.ts'
import { filterConditions, type ListCriteria } from './list-order.ts'

/** Rows scanned in the first and the second step, most minted first. */
const FIRST_SCAN_ROWS = 4000
const SECOND_SCAN_ROWS = 24_000
/** Up to this many rows, all are scanned. */
const MAX_FULL_SCAN_ROWS = 30_000
/** Matches in the first scan from which a term counts as common. */
const MIN_COMMON_MATCHES = 30
/** Rows read from the trigram index, and the time limit of that read. */
const MAX_CANDIDATES = 160
/** The same without a chain filter, where the index also returns other chains. */
const MAX_CANDIDATES_ALL_CHAINS = 220
/**
 * Share of all collections from which a chain filter costs the index more than the rows
 * it excludes.
 */
const LARGE_SHARE = 0.35
const MAX_SEARCH_TIME = '1s'
/** Collections found by an address or its beginning: their own or their creator's. */
const MAX_BY_ADDRESS = 1000

/** Search result; `values` are mints, creation time and id. */
export type FoundRow = { id: string; values: string[] }

export type Found = {
  /** Ordered by mints, then newest first. */
  rows: FoundRow[]
  /** False: there may be more matches. */
  isWhole: boolean
}

type Searched = Pick<
  ListCriteria,
  'chains' | 'isWhole' | 'ofAll' | 'unconfirmed' | 'creator' | 'filter'
>

type PageTarget = { kind: 'page'; chainId: number; alias: string }

/** Target of a search, with the network of a page as its id. */
export type ListTarget = Exclude<SearchTarget, { kind: 'page' }> | PageTarget

/**
 * Searches listed collections, most minted first, or newest first within a creator.
 * Common terms are found by scanning the most minted rows, rare ones by the trigram
 * index, because neither is fast for every term.
 */
export async function searchListed(
  database: Database,
  searched: Searched,
  target: ListTarget,
): Promise<Found> {
  if (target.kind === 'address') {
    const { address } = target
    return findByEither(database, searched, (column) => sql`${column} = ${address}`)
  }
  if (target.kind === 'page') return findByAlias(database, searched, target)
  if (target.kind === 'text') return searchText(database, searched, target.text)
  const { start, end, text } = target
  const [named, addressed] = [
    await searchText(database, searched, text),
    await findByEither(
      database,
      searched,
      (column) => sql`${column} like ${`${start}%${end}`}`,
    ),
  ]
  const byId = new Map([...named.rows, ...addressed.rows].map((row) => [row.id, row]))
  return {
    rows: [...byId.values()].sort(compareByMints),
    isWhole: named.isWhole && addressed.isWhole,
  }
}

async function searchText(
  database: Database,
  searched: Searched,
  text: string,
): Promise<Found> {
  // Nothing but quotation marks: it would match everything.
  if ([...text].length < 2) return { rows: [], isWhole: true }
  const matches = matching(text)
  const first = await scan(database, searched, matches, undefined, FIRST_SCAN_ROWS)
  if (first.isEnd) return { rows: first.rows.sort(compareByMints), isWhole: true }
  const isFew = totalOf(searched) <= MAX_FULL_SCAN_ROWS
  // A creator's collections have an index of their own.
  const isIndexed = runsIn(text).length > 0 && !isFew && !searched.creator
  if (isIndexed && first.rows.length < MIN_COMMON_MATCHES) {
    const others = await findOthers(database, searched, text)
    const byId = new Map([...first.rows, ...others.rows].map((row) => [row.id, row]))
    return { rows: [...byId.values()].sort(compareByMints), isWhole: others.isWhole }
  }
  const depth = isFew ? MAX_FULL_SCAN_ROWS : SECOND_SCAN_ROWS
  const second = await scan(database, searched, matches, first.last, depth)
  return {
    rows: [...first.rows, ...second.rows].sort(compareByMints),
    isWhole: second.isEnd,
  }
}

/** Comparator: more mints first, then newer, then higher id. */
export function compareByMints(
  a: Pick<FoundRow, 'values'>,
  b: Pick<FoundRow, 'values'>,
): number {
  const [minted = 0, time = 0] = a.values.slice(0, 2).map(Number)
  const [otherMinted = 0, otherTime = 0] = b.values.slice(0, 2).map(Number)
  const [id = '', otherId = ''] = [a.values[2], b.values[2]]
  return (
    otherMinted - minted || otherTime - time || (id < otherId ? 1 : id > otherId ? -1 : 0)
  )
}

type Scan = { rows: FoundRow[]; last: string[] | undefined; isEnd: boolean }

/** Scans `depth` collections after a position for matches. */
async function scan(
  database: Database,
  searched: Searched,
  matches: RawBuilder<unknown>,
  after: string[] | undefined,
  depth: number,
): Promise<Scan> {
  const order = sql.raw(
    searched.creator
      ? 'created_at desc, id desc'
      : 'minted desc, created_at desc, id desc',
  )
  const isFound = sql.join([matches, ...filterConditions(searched.filter)], sql` and `)
  const inTurn = listInTurn(searched, order, after, depth)
  // Only a scan that may be continued needs row numbers.
  const placed = after
    ? sql`select u.*, null::bigint as place from (${inTurn}) as u`
    : sql`select u.*, row_number() over (order by ${order}) as place from (${inTurn}) as u`
  const statement = sql<{ total: number; last: string[] | null; rows: string[][] }>`
    select count(*) as total,
      coalesce(json_agg(${valuesOf(sql`t.minted`)}) filter (where ${isFound}), '[]') as rows,
      json_agg(${valuesOf(sql`t.minted`)}) filter (where place = ${depth}) -> 0 as last
    from (${placed}) as t`
  const found = await withStatementTimeout(database, (transaction) =>
    statement.execute(transaction),
  )
  const { total, last, rows } = found.rows[0] ?? { total: 0, last: null, rows: [] }
  return { rows: rows.map(rowOf), last: last ?? undefined, isEnd: total < depth }
}

/** Selects the first `depth` rows after a position, each chain by its own index. */
function listInTurn(
  searched: Searched,
  order: RawBuilder<unknown>,
  after: string[] | undefined,
  depth: number,
): RawBuilder<unknown> {
  const { creator } = searched
  // A creator's collections are ordered by time in another index.
  const keys = creator
    ? sql`t.created_at, t.collection_id`
    : sql`t.minted, t.created_at, t.collection_id`
  const conditions = [
    sql`t.is_listed`,
    ...excludeIds(sql`t.collection_id`, searched.unconfirmed),
  ]
  if (creator) conditions.push(sql`t.creator = ${creator}`)
  if (after) conditions.push(sql`(${keys}) < ${placeOf(after, creator !== undefined)}`)
  const sources = chainsOf(searched).map(
    (isOfChain) => sql`(
      select ${mintedOf(searched)} as minted, t.created_at, t.collection_id as id, t.search_text, t.facet,
        t.kind
      from collection_stats t
      where ${sql.join([...conditions, ...isOfChain], sql` and `)}
      order by ${order} limit ${depth})`,
  )
  return sql`select u.* from (${sql.join(sources, sql` union all `)}) as u
    order by ${order} limit ${depth}`
}

function placeOf([minted, time, id]: string[], isByTime: boolean): RawBuilder<unknown> {
  const made = fromMicroseconds(time)
  return isByTime
    ? sql`(${made}, ${id}::uuid)`
    : sql`(${minted}::bigint, ${made}, ${id}::uuid)`
}

/** Returns matches from the trigram index: all of a rare term, some of a common one. */
async function findOthers(
  database: Database,
  searched: Searched,
  text: string,
): Promise<Found> {
  // Conditions of the index are inside the limit, so that it counts every row read.
  const letters = threesIn(text).map((three) => sql`t.search_text like ${`%${three}%`}`)
  const isLarge = totalOf(searched) >= LARGE_SHARE * (searched.ofAll ?? Infinity)
  const isByChain = !searched.isWhole && !isLarge
  const conditions = [
    sql`t.is_listed`,
    ...letters,
    ...(isByChain ? [onIndexedChains(searched)] : []),
  ]
  const most = searched.isWhole || isByChain ? MAX_CANDIDATES : MAX_CANDIDATES_ALL_CHAINS
  const isFound = sql.join([matching(text), ...narrowed(searched)], sql` and `)
  try {
    const candidates = await database.transaction().execute(async (transaction) => {
      // Other plans would scan the whole table when a rare term is estimated as common.
      await sql`
        select set_config('enable_seqscan', 'off', true),
          set_config('enable_indexscan', 'off', true),
          set_config('enable_indexonlyscan', 'off', true),
          set_config('statement_timeout', ${MAX_SEARCH_TIME}, true)`.execute(transaction)
      const found = await sql<{ row: string[]; is_match: boolean }>`
        select ${valuesOf(mintedOf(searched))} as row, ${isFound} as is_match from (
          select t.* from collections t where ${sql.join(conditions, sql` and `)}
          limit ${most}) as t`.execute(transaction)
      return found.rows
    })
    const rows = candidates.flatMap(({ row, is_match }) => (is_match ? rowOf(row) : []))
    return { rows, isWhole: candidates.length < most }
  } catch (error) {
    if (errorCode(error) === QUERY_CANCELED) return { rows: [], isWhole: false }
    throw error
  }
}

/** Finds collections whose own address matches, and those whose creator's does. */
async function findByEither(
  database: Database,
  searched: Searched,
  matches: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Found> {
  const conditions = sql.join([sql`t.is_listed`, ...narrowed(searched)], sql` and `)
  const select = sql`select t.* from collections t where ${conditions}`
  const found = await sql<{ row: string[] }>`
    select ${valuesOf(mintedOf(searched))} as row from (
      (${select} and ${matches(sql`t.address`)} limit ${MAX_BY_ADDRESS})
      union
      (${select} and ${matches(sql`t.creator`)} limit ${MAX_BY_ADDRESS})) as t`.execute(
    database,
  )
  return {
    rows: found.rows.map(({ row }) => rowOf(row)).sort(compareByMints),
    isWhole: found.rows.length < MAX_BY_ADDRESS,
  }
}

/** Finds a collection by the alias it has, or had and which no other has now. */
async function findByAlias(
  database: Database,
  searched: Searched,
  { chainId, alias }: PageTarget,
): Promise<Found> {
  const conditions = [sql`t.is_listed`, ...narrowed(searched)]
  const found = await sql<{ row: string[] }>`
    select ${valuesOf(mintedOf(searched))} as row from collections t
    where t.chain_id = ${chainId} and (t.alias = ${alias} or (
        t.address = (select f.address from former_aliases f
          where f.chain_id = ${chainId} and f.alias = ${alias})
        and not exists (select from collections o
          where o.chain_id = ${chainId} and o.alias = ${alias})))
      and ${sql.join(conditions, sql` and `)}`.execute(database)
  return { rows: found.rows.map(({ row }) => rowOf(row)), isWhole: true }
}

function valuesOf(minted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_array((${minted})::text, ${microseconds(sql`t.created_at`)},
    t.id::text)`
}

/** A creator's collections sort by time alone: their index does not contain mints. */
function mintedOf({ creator }: Searched): RawBuilder<unknown> {
  return creator ? sql`0::bigint` : sql`t.minted`
}

/** Two characters match beginnings, three or more any part. */
function matching(text: string): RawBuilder<unknown> {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  if ([...text].length >= 3) return sql`t.search_text like ${`%${escaped}%`}`
  return sql`(t.search_text like ${`${escaped}%`} or t.search_text like ${`%\n${escaped}%`})`
}

/** Returns the parts of a term that the trigram index can match. */
function runsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((run) => [...run].length >= 3)
}

/**
 * Returns trigrams that cover these parts with gaps of at most one letter. Rows with all
 * trigrams mostly contain the parts, at a lower cost than with every trigram.
 */
function threesIn(text: string): string[] {
  const threes = runsIn(text).flatMap((run) => {
    const letters = [...run]
    const steps = Math.ceil((letters.length + 1) / 4) - 1
    const last = letters.length - 3
    return Array.from({ length: steps + 1 }, (_, step) => {
      const place = steps === 0 ? 0 : Math.round((step * last) / steps)
      return letters.slice(place, place + 3).join('')
    })
  })
  return [...new Set(threes)]
}

function chainsOf({ chains, isWhole, creator }: Searched): RawBuilder<unknown>[][] {
  // The index on creators starts with the chain as well.
  if (isWhole && !creator && chains.length > 1) return [[]]
  return chains.map(({ id }) => [sql`t.chain_id = ${id}`])
}

function narrowed(searched: Searched): RawBuilder<unknown>[] {
  const { chains, isWhole, creator, filter } = searched
  const limits = filterConditions(filter, 's')
  const isOfFilter = sql`exists (select from collection_stats s
    where ${sql.join([sql`s.collection_id = t.id`, ...limits], sql` and `)})`
  const ids = sql.join(chains.map(({ id }) => id))
  return [
    ...(isWhole ? [] : [sql`t.chain_id in (${ids})`]),
    ...(creator ? [sql`t.creator = ${creator}`] : []),
    ...excludeIds(sql`t.id`, searched.unconfirmed),
    ...(limits.length === 0 ? [] : [isOfFilter]),
  ]
}

/** Chain condition in the form that the trigram index contains. */
function onIndexedChains({ chains }: Searched): RawBuilder<unknown> {
  const ids = `{${chains.map(({ id }) => id).join(',')}}`
  return sql`array[t.chain_id] && ${ids}::bigint[]`
}

function totalOf({ chains }: Searched): number {
  return chains.reduce((sum, { total = 0 }) => sum + total, 0)
}

function rowOf(row: string[]): FoundRow {
  return { id: row[2] ?? '', values: row }
}

const QUERY_CANCELED = '57014'
