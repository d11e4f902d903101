import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../apps/server/src/database/database.ts'

/** An empty database and the function that deletes it. */
export type FreshDatabase = { place: DatabaseLocation; remove(): Promise<void> }

export async function embeddedDatabase(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'platemark-indexer-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { place: { folder }, remove }
}

/** Creates a database on the server that its administrator's `url` leads to. */
export async function serverDatabase(url: string, name: string): Promise<FreshDatabase> {
  const asAdministrator = async (statement: ReturnType<typeof sql>) => {
    await withDatabase({ url }, (database) => statement.execute(database))
  }
  await asAdministrator(sql`create database ${sql.id(name)}`)
  const own = new URL(url)
  own.pathname = name
  const remove = () => asAdministrator(sql`drop database ${sql.id(name)} with (force)`)
  return { place: { url: own.href }, remove }
}

/** Opens a database for `work`; an embedded one can be open only once at a time. */
export async function withDatabase<T>(
  place: DatabaseLocation,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database, close } = await openDatabase(place)
  return work(database).finally(close)
}
