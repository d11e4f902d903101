import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { excludeIds, fromMicroseconds, microseconds } from '../../../database/rows.ts'
import { withStatementTimeout } from '../../collections/queries/read-indexes.ts'
import { type ListRow, mergeInUsd, type RowStream, toScanPosition } from './list-merge.ts'
import {
  type IndexScan,
  type KeyType,
  type ListCriteria,
  type ListSegment,
  toListSegments,
} from './list-order.ts'

/** Position between two rows: the segment, and the sort values of the row before. */
export type ListCursor = { part: number; values: string[] }

/** `own` are the sort values in the row's own coin. */
export type PlacedRow = { id: string; place: ListCursor; own: string[] }

/** Returns rows of a list after a number of rows or after a cursor. */
export async function readList(
  database: Database,
  criteria: ListCriteria,
  from: { skipped: number } | { after: ListCursor },
  limit: number,
): Promise<PlacedRow[]> {
  const parts = toListSegments(criteria)
  const rows = new Map<string, PlacedRow>()
  let before = 0
  for (const [part, of] of parts.entries()) {
    const after = 'after' in from ? from.after : undefined
    if (after && part < after.part) continue
    if (of.sources.length === 0) continue
    const values = part === after?.part ? after.values : undefined
    // Skipped rows are counted, because a page can begin in a later segment.
    const skipped = 'skipped' in from ? Math.max(0, from.skipped - before) : 0
    const found = await readPart(
      database,
      criteria,
      of,
      values,
      skipped,
      limit - rows.size,
    )
    // Keyed by id: a collection minted between two reads can be in both segments.
    for (const row of found.rows) {
      if (!rows.has(row.id))
        rows.set(row.id, {
          id: row.id,
          place: { part, values: row.values },
          own: row.own,
        })
    }
    if (rows.size >= limit) break
    before += found.total
  }
  return [...rows.values()]
}

/**
 * Returns the value types of a cursor in a segment; undefined if there is no such
 * segment.
 */
export function cursorTypes(criteria: ListCriteria, part: number): KeyType[] | undefined {
  const types = toListSegments(criteria)[part]?.types
  return types && [...types, 'time', 'uuid']
}

/** Reads the rows of a segment after the first `skipped`, and counts the rows passed. */
async function readPart(
  database: Database,
  criteria: ListCriteria,
  part: ListSegment,
  after: string[] | undefined,
  skipped: number,
  limit: number,
): Promise<{ rows: ListRow[]; total: number }> {
  const deepest = skipped + limit
  if (part.sources.some(({ usdPerWei }) => usdPerWei)) {
    return readInUsd(database, criteria, part, after, skipped, limit)
  }
  const order = orderOf(part, 'u')
  const sources = part.sources.map((source) =>
    firstOf(criteria, part, source, after, deepest),
  )
  const statement = sql<{ rows: string[][]; total: number }>`
    select count(*) as total, coalesce(json_agg(${texts(part, 'reached')} order by place)
      filter (where place > ${skipped}), '[]') as rows
    from (
      select u.*, row_number() over (order by ${order}) as place
      from (
        select u.* from (${sql.join(sources, sql` union all `)}) as u
        order by ${order} limit ${deepest}
      ) as u
    ) as reached`
  const found = await withStatementTimeout(database, (transaction) =>
    deepest > CHUNK
      ? alongIndexes(transaction, statement)
      : statement.execute(transaction),
  )
  const { rows, total } = found.rows[0] ?? { rows: [], total: 0 }
  return { rows: rows.map(rowOf), total }
}

/**
 * Disables sequential scans, which the planner would prefer for a deep read of a small
 * table.
 */
async function alongIndexes<Row>(
  transaction: Database,
  statement: RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(transaction)
  return statement.execute(transaction)
}

/** Selects the first rows of a scan; parentheses keep the order of its index. */
function firstOf(
  criteria: ListCriteria,
  part: ListSegment,
  source: IndexScan,
  after: string[] | undefined,
  limit: number,
): RawBuilder<unknown> {
  return sql`(select u.* from (${selectFrom(criteria, part, source, after)}) as u
    order by ${orderOf(part, 'u')} limit ${limit})`
}

/** Rows per chain read by one statement; deeper reads continue with database cursors. */
const CHUNK = 200

async function readInUsd(
  database: Database,
  criteria: ListCriteria,
  part: ListSegment,
  after: string[] | undefined,
  skipped: number,
  limit: number,
): Promise<{ rows: ListRow[]; total: number }> {
  const deepest = skipped + limit
  const reads = part.sources.map((source) => {
    const { usdPerWei = '0' } = source
    const place = after && toScanPosition(after, usdPerWei)
    const first = firstOf(criteria, part, source, place, deepest)
    return { usdPerWei, read: sql`select ${texts(part, 'u')} as row from ${first} as u` }
  })
  if (deepest <= CHUNK)
    return mergeInUsd(await readTogether(database, reads), skipped, limit)
  return withStatementTimeout(database, async (transaction) => {
    const streams: RowStream[] = []
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
    return mergeInUsd(streams, skipped, limit)
  })
}

type Read = { usdPerWei: string; read: RawBuilder<unknown> }

async function readTogether(database: Database, reads: Read[]): Promise<RowStream[]> {
  const all = reads.map(
    ({ read }, place) =>
      sql`(select ${sql.lit(place)} as source, r.row from (${read}) as r)`,
  )
  const statement = sql<{ source: number; row: string[] }>`
    ${sql.join(all, sql` union all `)}`
  const found = await withStatementTimeout(database, (transaction) =>
    statement.execute(transaction),
  )
  return reads.map(({ usdPerWei }, place) => {
    const rows = found.rows.filter(({ source }) => source === place).map(({ row }) => row)
    const next = async () => rows.splice(0)
    return { usdPerWei, next }
  })
}

function selectFrom(
  { unconfirmed }: ListCriteria,
  part: ListSegment,
  { table, order, where }: IndexScan,
  after: string[] | undefined,
): RawBuilder<unknown> {
  const id = sql`t.collection_id`
  const columns = [
    ...order.map((column) => sql`t.${sql.ref(column)}`),
    sql`t.created_at`,
    id,
  ]
  const conditions = [sql`t.is_listed`, ...where, ...excludeIds(id, unconfirmed)]
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

function orderOf({ types, direction }: ListSegment, alias: string): RawBuilder<unknown> {
  const columns = [...types, 'time', 'uuid'].map(
    (_, place) => sql`${sql.ref(alias)}.${key(place)} ${sql.raw(direction)}`,
  )
  return sql.join(columns)
}

/** Selects a row as texts, so that amounts and times keep all digits. */
function texts({ types }: ListSegment, alias: string): RawBuilder<unknown> {
  const columns = [...types, 'time', 'uuid'].map((type, place) => {
    const column = sql`${sql.ref(alias)}.${key(place)}`
    return type === 'time' ? microseconds(column) : sql`${column}::text`
  })
  return sql`json_build_array(${sql.join(columns)})`
}

function literalOf(type: KeyType, text: string): RawBuilder<unknown> {
  if (type !== 'time') return sql`${text}::${sql.raw(type)}`
  return fromMicroseconds(text)
}

function key(place: number): RawBuilder<unknown> {
  return sql.ref(`k${place}`)
}

function rowOf(values: string[]): ListRow {
  return { id: values.at(-1) ?? '', values, own: values }
}

/** Counts the rows of a creator's list or of the newest in a window, up to `most`. */
export async function countUpTo(
  database: Database,
  criteria: ListCriteria,
  most: number,
): Promise<number> {
  let total = 0
  for (const part of toListSegments(criteria)) {
    if (part.sources.length === 0) continue
    const sources = part.sources.map((source) =>
      selectFrom(criteria, part, source, undefined),
    )
    const statement = sql<{ total: number }>`
      select count(*) as total from (
        select from (${sql.join(sources, sql` union all `)}) as u limit ${most}
      ) as reached`
    const found = await withStatementTimeout(database, (transaction) =>
      statement.execute(transaction),
    )
    total += found.rows[0]?.total ?? 0
  }
  return Math.min(total, most)
}
