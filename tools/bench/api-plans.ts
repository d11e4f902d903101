import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '../../apps/server/src/platform/database.ts'
import { listenOnServer } from '../../apps/server/src/platform/listen.ts'
import type { Tables } from '../../apps/server/src/tables.ts'

/** A statement as the database ran it. */
export type Ran = {
  text: string
  /** Pages of tables and indexes that it touched, each as often as it did. */
  pages: number
  /** How each table was read, as `Index Scan of collections`. */
  scans: string[]
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

/** A database that tells of each statement, while it runs it for the product, what it took. */
export type Watched = OpenDatabase & {
  /** What was run since the last time. */
  taken(): Ran[]
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
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
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
    taken: () => {
      const taken = ran
      ran = []
      return taken
    },
  }
}

function readNotice(message: string): Ran | undefined {
  const json = /^duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/.exec(message)?.[1]
  if (json === undefined) return undefined
  // Safe: this is the form that auto_explain writes.
  const told = JSON.parse(json) as { 'Query Text': string; Plan: Plan }
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = told.Plan
  return { text: told['Query Text'], pages: hit + read, scans: scansIn(told.Plan) }
}

function scansIn(plan: Plan): string[] {
  const of = plan['Relation Name'] ?? plan['Index Name']
  const own = of === undefined ? [] : [`${plan['Node Type']} of ${of}`]
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)]
}
