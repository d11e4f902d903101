import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../apps/server/src/database/database.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { fillMany } from '../../apps/server/test/large-database/fill.ts'
import { root } from '../program.ts'

const rows = { large: [100_000, 10_000], seed: 1, isAged: true }

/**
 * Returns the URL of a database with that many collections of five mints each, on the server at
 * `url`. It is reused until the migrations or the rows change.
 */
export async function prepareDatabase(url: string, collections: number): Promise<string> {
  const prefix = `many_${collections}_`
  const name = `${prefix}${hashRows()}`
  const { database: server, close } = await openDatabase({ url })
  try {
    const { rows: found } = await sql<{ datname: string }>`
      select datname from pg_database where datname like ${`${prefix}%`}`.execute(server)
    if (found.some(({ datname }) => datname === name)) return addressOf(url, name)
    const unfinished = `unfinished_${collections}`
    for (const old of [...found.map(({ datname }) => datname), unfinished]) {
      await sql`drop database if exists ${sql.id(old)} with (force)`.execute(server)
    }
    await sql`create database ${sql.id(unfinished)}`.execute(server)
    await fill(addressOf(url, unfinished), collections)
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(name)}`.execute(
      server,
    )
  } finally {
    await close()
  }
  return addressOf(url, name)
}

async function fill(url: string, collections: number): Promise<void> {
  const { database, close } = await openDatabase({ url })
  try {
    await migrate(database)
    await fillMany(database, { ...rows, collections, mints: collections * 5 }, (step) =>
      console.log(`${collections} collections: ${step}`),
    )
    // Flushed now, so that no write happens while the bench measures.
    await sql`checkpoint`.execute(database)
  } finally {
    await close()
  }
}

function addressOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

/** Returns a hash of the sources that define the rows. */
function hashRows(): string {
  const server = join(root, 'apps', 'server')
  const files = [
    ...globSync('{migrations,test/large-database}/**/*.{sql,ts}', { cwd: server }).sort(),
    'src/areas/collections/queries/read-indexes.ts',
    'src/areas/discovery/queries/trending.ts',
    'src/areas/indexing/queries/prices.ts',
    'src/areas/indexing/queries/rankings.ts',
  ]
  const hash = createHash('sha256').update(JSON.stringify(rows))
  for (const file of files) hash.update(file).update(readFileSync(join(server, file)))
  return hash.digest('hex').slice(0, 12)
}
