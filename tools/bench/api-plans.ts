import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '../../apps/server/src/platform/database.ts'
import { listenOnServer } from '../../apps/server/src/platform/listen.ts'
import type { Tables } from '../../apps/server/src/tables.ts'

/** A statement as the database ran it. */
export type Ran = {
  text: string
  /** Pages of tables and indexes that it touched, each as often as it did. */
  pages: number
  /** How each table was read. */
  scans: Scan[]
}

export type Scan = {
  kind: string
  /** The table, or the index of which the rows are not read yet. */
  of: string
  index: string | undefined
  pages: number
  /** No row was looked up in the table: the index and the visibility map said everything. */
  isIndexAlone: boolean
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Heap Fetches'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

/** A database that tells of each statement, while it runs it for the product, what it took. */
export type Watched = OpenDatabase & {
  /** What was run since the last time, and how many pages of each index were touched. */
  taken(): Promise<{ ran: Ran[]; indexPages: Map<string, number> }>
}

// The server's own module: what it tells is of the very run that answered the product.
const options = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'auto_explain.log_level=notice',
  'client_min_messages=notice',
]

const INT8 = 20

/** Opens the database at `url`, whose user must be its administrator. */
export function watchDatabase(url: string): Watched {
  let ran: Ran[] = []
  let before = new Map<string, number>()
  const pool = new pg.Pool({
    connectionString: url,
    // The server's own counts are told by connection.
    max: 1,
    options: options.map((option) => `-c ${option}`).join(' '),
    types: {
      getTypeParser: (id, format) =>
        id === INT8 ? Number : pg.types.getTypeParser(id, format),
    },
  })
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const found = message && readNotice(message)
      if (found) ran.push(found)
    })
  })
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    database,
    listen: listenOnServer(url),
    close: () => database.destroy(),
    taken: async () => {
      const taken = ran
      ran = []
      const now = await countIndexPages(database)
      const indexPages = new Map(
        [...now].map(([name, pages]) => [name, pages - (before.get(name) ?? 0)]),
      )
      before = now
      // What was asked just now is none of it.
      ran = []
      return { ran: taken, indexPages }
    },
  }
}

/** How many pages of each index were ever touched. */
async function countIndexPages(database: Kysely<Tables>): Promise<Map<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(database)
  const { rows } = await sql<{ name: string; pages: number }>`
    select indexrelname as name, idx_blks_hit + idx_blks_read as pages
    from pg_statio_user_indexes`.execute(database)
  return new Map(rows.map(({ name, pages }) => [name, pages]))
}

function readNotice(message: string): Ran | undefined {
  const json = /^duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/.exec(message)?.[1]
  if (json === undefined) return undefined
  // Safe: this is the form that auto_explain writes.
  const told = JSON.parse(json) as { 'Query Text': string; Plan: Plan }
  const scans = scansIn(told.Plan)
  return { text: told['Query Text'], pages: pagesOf(told.Plan), scans }
}

function pagesOf(plan: Plan): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

function scansIn(plan: Plan): Scan[] {
  const { 'Node Type': kind, 'Index Name': index, 'Heap Fetches': fetched } = plan
  const of = plan['Relation Name'] ?? index
  const scan = { kind, index, pages: pagesOf(plan), isIndexAlone: fetched === 0 }
  const own = of === undefined ? [] : [{ ...scan, of }]
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)]
}
