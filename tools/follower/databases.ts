import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  type Database,
  type DatabasePlace,
  folderVersion,
  openDatabase,
  openEmbedded,
} from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'

/** A database that nobody else has. */
export type FreshDatabase = {
  place: DatabasePlace
  /** Opens it for a look; nobody else may have an embedded one open meanwhile. */
  use<T>(work: (database: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** Makes an embedded database that fresh ones are copied from. */
export async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-follower-template-'))
  const { database, close } = await openEmbedded(folder, () => {})
  await migrate(database)
  await close()
  return folder
}

/** An embedded database in a data folder of its own. */
export function embeddedDatabase(template: string): FreshDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-follower-'))
  mkdirSync(folder, { recursive: true })
  cpSync(template, join(folder, 'database'), { recursive: true })
  writeFileSync(join(folder, 'version'), `${folderVersion}\n`)
  const place = { folder }
  return {
    place,
    use: (work) => using(place, work),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A database of this name on a server that its administrator's `url` leads to. */
export async function serverDatabase(url: string, name: string): Promise<FreshDatabase> {
  const asAdministrator = (statement: ReturnType<typeof sql>) =>
    using({ url }, (database) => statement.execute(database))
  await asAdministrator(sql`create database ${sql.id(name)}`)
  const own = new URL(url)
  own.pathname = name
  const place = { url: own.href }
  await using(place, migrate)
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
  try {
    return await work(database)
  } finally {
    await close()
  }
}
