import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  type Database,
  type DatabasePlace,
  openDatabase,
} from '../../apps/server/src/platform/database.ts'

/** A new database. */
export type FreshDatabase = {
  place: DatabasePlace
  /** Opens it for `work`; nobody else may have an embedded one open meanwhile. */
  use<T>(work: (database: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

export async function embeddedDatabase(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'platemark-follower-'))
  const place = { folder }
  return {
    place,
    use: (work) => using(place, work),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Creates a database on the server that its administrator's `url` leads to. */
export async function serverDatabase(url: string, name: string): Promise<FreshDatabase> {
  const asAdministrator = (statement: ReturnType<typeof sql>) =>
    using({ url }, (database) => statement.execute(database))
  await asAdministrator(sql`create database ${sql.id(name)}`)
  const own = new URL(url)
  own.pathname = name
  const place = { url: own.href }
  return {
    place,
    use: (work) => using(place, work),
    async remove() {
      await asAdministrator(sql`drop database ${sql.id(name)} with (force)`)
    },
  }
}

async function using<T>(
  place: DatabasePlace,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database, close } = await openDatabase(place)
  return work(database).finally(close)
}
