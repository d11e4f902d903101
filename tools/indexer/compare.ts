import { timeIntervals } from '@platemark/api/lists'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/database/database.ts'
import { fillStats } from '../../apps/server/test/derived-tables.ts'
import type { ExpectedRow, ExpectedState, ExpectedTable } from './oracle.ts'

type StatsTable = (typeof statsTables)[number]
type ComparedTable = ExpectedTable | StatsTable | 'collection_rankings'

/** All rows of these tables at one moment, and the newest block that counted as confirmed. */
export type ConfirmedSnapshot = Awaited<ReturnType<typeof readConfirmed>>

const confirmedTables = ['collections', 'events', 'mints'] as const
/** Tables that follow from mints and holdings. */
const statsTables = ['mint_hours', 'referrer_mints', 'holder_counts'] as const

/** Columns that identify a row; all other columns of the expected row are compared. */
const keys: Record<ComparedTable, readonly string[]> = {
  collections: ['collection'],
  phases: ['collection', 'phase_id'],
  events: ['block_number', 'log_index'],
  mints: ['block_number', 'log_index'],
  minters: ['collection', 'minter'],
  tokens: ['collection', 'token_id'],
  holdings: ['collection', 'owner'],
  collection_lists: ['collection', 'root'],
  collection_rankings: ['collection', 'time_window'],
  mint_hours: ['collection', 'hour', 'phase_id'],
  referrer_mints: ['collection', 'referrer'],
  holder_counts: ['collection', 'quantity'],
}

/** Columns that change after the row's block. */
const changingColumns: Partial<Record<ComparedTable, string[]>> = {
  collections: [
    ...['owner', 'pending_owner', 'max_supply', 'minted', 'burned', 'holders'],
    ...['unique_minters', 'volume_wei', 'royalty_bps', 'is_paused', 'is_cap_frozen'],
    'is_metadata_frozen',
  ],
}

/** Returns a line for each difference between the tables and the expected state. */
export async function compareTables(
  database: Database,
  chainId: number,
  expectedState: ExpectedState,
): Promise<string[]> {
  const lines: string[] = []
  // Safe: the state has these tables only.
  for (const table of Object.keys(expectedState.tables) as ExpectedTable[]) {
    const found = await readTable(database, chainId, table)
    lines.push(...compareRows(table, found, expectedState.tables[table]))
  }
  const ranks = await readTable(database, chainId, 'collection_rankings')
  return [
    ...lines,
    ...compareRows('collection_rankings', ranks, await countRanks(database, chainId)),
    ...(await compareStats(database, chainId)),
  ]
}

/**
 * Counts the rankings anew: per window the mints after its mark, and the minters among them other
 * than the creator. A window without a mark counts all mints.
 */
async function countRanks(database: Database, chainId: number): Promise<ExpectedRow[]> {
  const windows = timeIntervals.filter((window) => window !== 'all')
  const { rows } = await sql<ExpectedRow>`
    with windows as (
      select w.time_window, coalesce(k.since, '-infinity'::timestamptz) as since
      from (values ${sql.join(windows.map((window) => sql`(${window}::text)`))}) w (time_window)
      left join ranking_watermarks k on k.time_window = w.time_window
    )
    select w.time_window, c.address as collection, c.chain_id, c.created_at,
      sum(m.quantity) as mints, sum(m.quantity * m.price_wei) as volume_wei,
      (select count(*) from minters p where p.collection_id = c.id and p.minter <> c.creator
        and p.last_mint_at > w.since) as minters
    from windows w join collections c on c.chain_id = ${chainId}
    join mints m on m.collection_id = c.id and m.time > w.since
    group by w.time_window, w.since, c.id`.execute(database)
  return rows
}

/** Compares the statistics with those that are counted anew from the mints and holdings. */
async function compareStats(database: Database, chainId: number): Promise<string[]> {
  const read = async (from: Database) => {
    const rows = new Map<StatsTable, ExpectedRow[]>()
    for (const table of statsTables)
      rows.set(table, await readTable(from, chainId, table))
    return rows
  }
  const found = await read(database)
  const transaction = await database.startTransaction().execute()
  for (const table of statsTables) await transaction.deleteFrom(table).execute()
  await fillStats(transaction)
  const expected = await read(transaction)
  await transaction.rollback().execute()
  return statsTables.flatMap((table) =>
    compareRows(table, found.get(table) ?? [], expected.get(table) ?? []),
  )
}

export function readConfirmed(database: Database, chainId: number) {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const cursor = await transaction
        .selectFrom('chain_cursors')
        .select('confirmed_number')
        .where('chain_id', '=', chainId)
        .executeTakeFirst()
      const tables: ExpectedRow[][] = []
      for (const table of confirmedTables) {
        tables.push(await readTable(transaction, chainId, table))
      }
      return { confirmedNumber: cursor?.confirmed_number ?? -1, tables }
    })
}

/** Returns the differences between confirmed rows and the final chain up to their block. */
export function compareConfirmed(
  { confirmedNumber, tables }: ConfirmedSnapshot,
  expectedState: ExpectedState,
): string[] {
  const isConfirmed = (row: ExpectedRow) =>
    Number(row.block_number ?? row.created_block) <= confirmedNumber
  return confirmedTables.flatMap((table, at) => {
    const found = (tables[at] ?? []).filter(isConfirmed)
    const expected = expectedState.tables[table].filter(isConfirmed)
    return compareRows(table, found, expected, changingColumns[table])
  })
}

/** Returns a line for each missing, surplus or different row. */
export function compareRows(
  table: ComparedTable,
  found: readonly ExpectedRow[],
  expected: readonly ExpectedRow[],
  ignored: readonly string[] = [],
): string[] {
  const keyOf = (row: ExpectedRow) =>
    `${table} ${keys[table].map((column) => textOf(row[column])).join(' ')}`
  const lines: string[] = []
  const missing = new Map(expected.map((row) => [keyOf(row), row]))
  for (const row of found) {
    const key = keyOf(row)
    const right = missing.get(key)
    if (!missing.delete(key)) lines.push(`${key}: surplus row`)
    for (const [column, value] of Object.entries(right ?? {})) {
      const [got, want] = [textOf(row[column]), textOf(value)]
      if (got === want || ignored.includes(column)) continue
      lines.push(`${key} ${column}: got ${got}, expected ${want}`)
    }
  }
  return [...lines, ...[...missing.keys()].map((key) => `${key}: missing row`)]
}

async function readTable(
  database: Database,
  chainId: number,
  table: ComparedTable,
): Promise<ExpectedRow[]> {
  const statement =
    table === 'collections'
      ? sql<ExpectedRow>`
          select *, address as collection from collections where chain_id = ${chainId}`
      : sql<ExpectedRow>`
          select t.*, c.address as collection from ${sql.table(table)} t
          join collections c on c.id = t.collection_id where c.chain_id = ${chainId}`
  return (await statement.execute(database)).rows
}

/** Returns one text for equal values: numbers of every type, dates, objects in any order. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return String(value)
  return JSON.stringify(value, (_, inner) => {
    if (!inner || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
