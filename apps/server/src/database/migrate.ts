import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { up as baseline } from '../../migrations/0001-baseline.ts'
import type { Database } from './database.ts'

/** A database whose schema this version of the product cannot use. */
export class SchemaMismatchError extends Error {
  override readonly name = 'SchemaMismatchError'
}

/**
 * Brings the schema up to date, all of it or nothing. Several processes may call it at once: one
 * works, the others wait. Throws `SchemaMismatchError` for a database with another schema, which
 * it leaves as it is.
 */
export async function migrate(database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    await assertUsableSchema(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const { error } = await createMigrator(connection).migrateToLatest()
      if (error !== undefined) throw error
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/**
 * Returns whether the schema is that of this version, without a change to it. Throws
 * `SchemaMismatchError` for a database with another schema.
 */
export async function isMigrated(database: Database): Promise<boolean> {
  await assertUsableSchema(database)
  const known = await createMigrator(database).getMigrations()
  return known.every(({ executedAt }) => executedAt !== undefined)
}

const migrations: Record<string, Migration> = {
  '0001-baseline': { up: baseline },
}

const MIGRATION_TABLE = 'migrations'
const LOCK_TABLE = 'migrations_lock'

function createMigrator(database: Database): Migrator {
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: LOCK_TABLE,
  })
}

/** Throws unless the database is empty, or all its migrations are known to this version. */
async function assertUsableSchema(database: Database): Promise<void> {
  const tables = await listTables(database)
  const executed = tables.includes(MIGRATION_TABLE) ? await listExecuted(database) : []
  const unknown = executed.find((name) => !(name in migrations))
  if (unknown === undefined) {
    const own = tables.filter((name) => name !== MIGRATION_TABLE && name !== LOCK_TABLE)
    if (executed.length > 0 || own.length === 0) return
    throw createMismatch(`tables ${own.slice(0, 3).join(', ')}`)
  }
  const last = Object.keys(migrations).at(-1) ?? ''
  if (unknown > last && executed.includes(last)) {
    throw new SchemaMismatchError(
      `The database has the migration ${unknown}, which this version of Platemark does not know. Start the newer version.`,
    )
  }
  throw createMismatch(`migration ${unknown}`)
}

function createMismatch(found: string): SchemaMismatchError {
  const [first] = Object.keys(migrations)
  return new SchemaMismatchError(
    `The database has another schema (${found}; this version of Platemark begins with ${first}). Start with an empty database, or run "npm start -- --reset" to empty the data folder.`,
  )
}

async function listTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
    order by table_name`.execute(database)
  return rows.map(({ name }) => name)
}

async function listExecuted(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(database)
  return rows.map(({ name }) => name)
}
