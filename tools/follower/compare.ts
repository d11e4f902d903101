import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/platform/database.ts'
import { trueRanks } from './truth/true-ranks.ts'
import { type StatsTable, trueStats } from './truth/true-stats.ts'
import type { TrueRow, TrueTable, Truth } from './truth.ts'

/** All tables that are compared; ranks also depend on where their windows begin. */
type ComparedTable = TrueTable | StatsTable | 'collection_ranks'

/** Something that a table says and the chain does not, or the other way round. */
export type Difference = {
  table: ComparedTable
  /** Where in the table. */
  row: string
  /** Undefined: the whole row is missing or should not be there. */
  column?: string
  /** A line to read. */
  line: string
}

/** What counted as confirmed at one moment. */
export type ConfirmedSnapshot = {
  confirmedNumber: number
  tables: Record<ConfirmedTable, TrueRow[]>
}

type ConfirmedTable = 'collections' | 'events' | 'mints'

/** What tells rows of a table apart, and what else the chain says of each. */
export const comparedColumns: Record<
  ComparedTable,
  { key: readonly string[]; columns: readonly string[] }
> = {
  collections: {
    key: ['collection'],
    columns: [
      'kind',
      'name',
      'symbol',
      'creator',
      'owner',
      'max_supply',
      'minted',
      'burned',
      'holders',
      'unique_minters',
      'volume_wei',
      'mint_fee_wei',
      'royalty_bps',
      'royalty_ceiling_bps',
      'notice_seconds',
      'is_transferable',
      'is_paused',
      'is_cap_frozen',
      'is_metadata_frozen',
      'created_at',
      'created_block',
      'created_tx',
    ],
  },
  phases: {
    key: ['collection', 'phase_id'],
    columns: [
      'kind',
      'starts_at',
      'ends_at',
      'price_wei',
      'max_per_wallet',
      'max_supply',
      'minted',
      'minted_uncapped',
      'list_root',
    ],
  },
  events: {
    key: ['block_number', 'log_index'],
    columns: ['chain_id', 'collection', 'kind', 'facts', 'tx_hash', 'time'],
  },
  mints: {
    key: ['block_number', 'log_index'],
    columns: [
      'chain_id',
      'collection',
      'minter',
      'phase_id',
      'quantity',
      'price_wei',
      'referrer',
      'tx_hash',
      'time',
    ],
  },
  minters: { key: ['collection', 'minter'], columns: ['quantity', 'last_mint_at'] },
  tokens: { key: ['collection', 'token_id'], columns: ['owner'] },
  holdings: { key: ['collection', 'owner'], columns: ['quantity'] },
  collection_lists: {
    key: ['collection', 'root'],
    columns: ['content_hash', 'block_number', 'ends_at'],
  },
  collection_ranks: {
    key: ['collection', 'time_window'],
    columns: ['chain_id', 'created_at', 'minters', 'mints', 'volume_wei'],
  },
  sale_hours: {
    key: ['collection', 'hour', 'phase_id'],
    columns: [
      'quantity',
      'volume_wei',
      'free',
      'referred',
      'referred_volume_wei',
      'lowest_price_wei',
      'highest_price_wei',
      'hour_minters',
      'day_minters',
      'new_minters',
    ],
  },
  referrer_sales: {
    key: ['collection', 'referrer'],
    columns: ['quantity', 'volume_wei'],
  },
  holder_counts: { key: ['collection', 'quantity'], columns: ['holders'] },
}

/** Columns of a collection that never change. */
const fixedColumns = [
  'kind',
  'name',
  'symbol',
  'creator',
  'mint_fee_wei',
  'royalty_ceiling_bps',
  'notice_seconds',
  'is_transferable',
  'created_at',
  'created_block',
  'created_tx',
]

/** Everything in which the tables of a chain differ from the truth, in both directions. */
export async function compareTables(
  database: Database,
  chainId: number,
  truth: Truth,
): Promise<Difference[]> {
  const marks = await database.selectFrom('rank_marks').selectAll().execute()
  const begins = new Map(marks.map(({ time_window, since }) => [time_window, since]))
  const expected = {
    ...truth.tables,
    ...trueStats(truth),
    collection_ranks: trueRanks(truth, begins),
  }
  const differences: Difference[] = []
  for (const table of tablesOf(comparedColumns)) {
    const { columns } = comparedColumns[table]
    const found = await readTable(database, chainId, table)
    differences.push(...compareRows(table, columns, found, expected[table]))
  }
  return differences
}

/** Reads what counts as confirmed, in one moment. */
export function snapshotConfirmed(
  database: Database,
  chainId: number,
): Promise<ConfirmedSnapshot> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const cursor = await transaction
        .selectFrom('chain_cursors')
        .select('confirmed_number')
        .where('chain_id', '=', chainId)
        .executeTakeFirst()
      const confirmedNumber = cursor?.confirmed_number ?? -1
      const read = async (table: ConfirmedTable) => {
        const rows = await readTable(transaction, chainId, table)
        return rows
          .filter((row) => blockOf(row) <= confirmedNumber)
          .map((row) => onlyCompared(table, row))
      }
      const collections = await read('collections')
      const events = await read('events')
      const mints = await read('mints')
      return { confirmedNumber, tables: { collections, events, mints } }
    })
}

/**
 * What counted as confirmed and is not so in the final chain, or is there in the final chain,
 * in blocks that counted as confirmed, and was not in the tables.
 */
export function compareConfirmed(
  { confirmedNumber, tables }: ConfirmedSnapshot,
  truth: Truth,
): Difference[] {
  return tablesOf(tables).flatMap((table) => {
    const columns = confirmedColumns(table)
    const expected = truth.tables[table].filter((row) => blockOf(row) <= confirmedNumber)
    return compareRows(table, columns, tables[table], expected)
  })
}

function compareRows(
  table: ComparedTable,
  columns: readonly string[],
  found: readonly TrueRow[],
  expected: readonly TrueRow[],
): Difference[] {
  const keyOf = (row: TrueRow) =>
    comparedColumns[table].key.map((column) => textOf(row[column])).join(' ')
  const differences: Difference[] = []
  const say = (row: string, what: string, column?: string) =>
    differences.push({
      table,
      row,
      ...(column && { column }),
      line: `${table} ${row}${column ? ` ${column}` : ''}: ${what}`,
    })
  const left = new Map(expected.map((row) => [keyOf(row), row]))
  for (const row of found) {
    const key = keyOf(row)
    const right = left.get(key)
    if (!right) {
      say(key, 'is there, and nothing on the chain says so')
      continue
    }
    left.delete(key)
    for (const column of columns) {
      const [is, should] = [textOf(row[column]), textOf(right[column])]
      if (is !== should) say(key, `is ${is}, and should be ${should}`, column)
    }
  }
  for (const key of left.keys()) say(key, 'is missing')
  return differences
}

/** Without the columns that nobody compares, so that a snapshot is small. */
function onlyCompared(table: ConfirmedTable, row: TrueRow): TrueRow {
  const { key } = comparedColumns[table]
  const names = [...key, ...confirmedColumns(table)]
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function confirmedColumns(table: ConfirmedTable): readonly string[] {
  return table === 'collections' ? fixedColumns : comparedColumns[table].columns
}

/** All rows of the collections of a chain. */
async function readTable(
  database: Database,
  chainId: number,
  table: ComparedTable,
): Promise<TrueRow[]> {
  if (table === 'collections') {
    const { rows } = await sql<TrueRow>`
      select *, address as collection from collections
      where chain_id = ${chainId}`.execute(database)
    return rows
  }
  const { rows } = await sql<TrueRow>`
    select t.*, c.address as collection from ${sql.table(table)} t
    join collections c on c.id = t.collection_id
    where c.chain_id = ${chainId}`.execute(database)
  return rows
}

function blockOf(row: TrueRow): number {
  return Number(row.block_number ?? row.created_block)
}

/** Numbers of every kind alike, times in one form, the names inside facts in order. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return String(value)
  return JSON.stringify(value, (_, inner) => {
    if (!inner || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function tablesOf<Table extends string>(tables: Record<Table, unknown>): Table[] {
  // Safe: the objects asked about are written in this file, with these names only.
  return Object.keys(tables) as Table[]
}
