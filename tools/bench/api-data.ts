import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import type { ManyRows } from '../../apps/server/test/large-database/facts.ts'
import { fillMany } from '../../apps/server/test/large-database/fill.ts'
import { root } from '../program.ts'

const SEED = 1
const LARGE = [100_000, 10_000]

/** Five mints for each collection, besides those of the large ones. */
export function manyRows(collections: number): ManyRows {
  const mints = collections * 5
  return { collections, mints, large: LARGE, seed: SEED, isAged: true }
}

/**
 * The address of a database of so many collections on the server at `url`. It is kept there until
 * the migrations or the rows change; one that was not finished is begun anew.
 */
export async function keepDatabase(
  url: string,
  collections: number,
  tell: (step: string) => void,
): Promise<string> {
  const prefix = `many_${collections}_`
  const name = `${prefix}${keyOfRows()}`
  const { database: server, close } = await openDatabase({ url })
  try {
    const names = await listNames(server)
    if (!names.includes(name)) {
      for (const old of names.filter((one) => one.startsWith(prefix)))
        await drop(server, old)
      const unfinished = `unfinished_${collections}`
      await drop(server, unfinished)
      await sql`create database ${sql.id(unfinished)}`.execute(server)
      await fill(addressOf(url, unfinished), collections, tell)
      await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(name)}`.execute(
        server,
      )
    }
  } finally {
    await close()
  }
  return addressOf(url, name)
}

async function fill(
  url: string,
  collections: number,
  tell: (step: string) => void,
): Promise<void> {
  const { database, close } = await openDatabase({ url })
  try {
    await migrate(database)
    await fillMany(database, manyRows(collections), tell)
    await database.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      // Nothing is left to be written while the bench measures.
      await sql`checkpoint`.execute(connection)
    })
  } finally {
    await close()
  }
}

async function listNames(server: Database): Promise<string[]> {
  const { rows } = await sql<{
    datname: string
  }>`select datname from pg_database`.execute(server)
  return rows.map(({ datname }) => datname)
}

async function drop(server: Database, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(server)
}

function addressOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

/** Changes with everything that makes the rows. */
function keyOfRows(): string {
  const server = join(root, 'apps', 'server')
  const files = [
    ...globSync('migrations/*.ts', { cwd: server }).sort(),
    ...globSync('test/large-database/*.ts', { cwd: server }).sort(),
    'src/areas/collections/queries/ranks.ts',
    'src/areas/collections/queries/trending.ts',
    'src/areas/collections/queries/offers.ts',
    'src/areas/collections/queries/read-indexes.ts',
  ]
  const hash = createHash('sha256').update(JSON.stringify({ SEED, LARGE }))
  for (const file of files) hash.update(file).update(readFileSync(join(server, file)))
  return hash.digest('hex').slice(0, 12)
}
