import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables.ts'
import { lockFolder } from './folder-lock.ts'
import { type Listen, listenOnEmbedded, listenOnServer } from './listen.ts'

/** The database, or a transaction of it. */
export type Database = Kysely<Tables>

export type OpenDatabase = {
  database: Database
  listen: Listen
  close(): Promise<void>
}

/** A server by its URL, an embedded database in a data folder, or one that is forgotten. */
export type DatabaseLocation = Server | { folder: string } | 'memory'

type Server = {
  url: string
  /** Milliseconds that a query waits for a free connection; 5,000 unless it is given. */
  connectionTimeoutMs?: number
}

/**
 * Opens the database. In both engines `bigint` and `count(*)` come as number, `numeric` as
 * string, `timestamptz` as `Date`, `jsonb` parsed and `bytea` as `Uint8Array`.
 *
 * Throws `FolderInUseError` when another process has the folder, and `FolderVersionError`
 * when its contents were written by a version that keeps data differently;
 * `DatabaseUnreachableError` when a server does not answer.
 */
export async function openDatabase(place: DatabaseLocation): Promise<OpenDatabase> {
  if (place === 'memory') return openEmbedded(undefined, () => {})
  if ('url' in place) return openServer(place)

  const unlock = lockFolder(place.folder)
  try {
    checkVersion(place.folder)
    return await openEmbedded(join(place.folder, 'database'), unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** The sentence names the folder and both versions. */
export class FolderVersionError extends Error {
  override readonly name = 'FolderVersionError'
}

/** Changes when the embedded engine's files or the layout of the folder change. */
export const folderVersion = 'platemark-2-postgres-18'

const INT8 = 20

/** Opens PGlite in `folder`, which the caller must hold alone. */
export async function openEmbedded(
  folder: string | undefined,
  unlock: () => void,
): Promise<OpenDatabase> {
  const pglite = await PGlite.create({
    ...(folder && { dataDir: folder }),
    extensions: { pg_trgm },
    parsers: { [INT8]: Number },
  })
  // It hands out its one connection in turn: a transaction keeps every other statement waiting.
  const database = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  return {
    database,
    listen: listenOnEmbedded(pglite, database),
    close: async () => {
      await database.destroy()
      if (!pglite.closed) await pglite.close()
      unlock()
    },
  }
}

async function openServer({
  url,
  connectionTimeoutMs = 5000,
}: Server): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectionTimeoutMs,
    // A server that moved elsewhere without a word is noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // One slow question must not hold a connection for ever; migrations lift this.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: {
      getTypeParser: (id, format) =>
        id === INT8 ? Number : pg.types.getTypeParser(id, format),
    },
  })
  // A connection that breaks is told to whoever uses it and replaced by the pool; without
  // listeners, idle or just handed out, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new DatabaseUnreachableError(`The database does not answer: ${reasonOf(error)}`)
  }
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { database, listen: listenOnServer(url), close: () => database.destroy() }
}

/** The sentence says what the connection failed with; it never holds the password. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError'
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return error.message || ('code' in error ? String(error.code) : error.name)
}

function checkVersion(folder: string): void {
  const file = join(folder, 'version')
  if (!existsSync(file)) {
    if (existsSync(join(folder, 'database'))) throw folderVersionError(folder, 'unknown')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, `${folderVersion}\n`)
    return
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found !== folderVersion) throw folderVersionError(folder, found)
}

function folderVersionError(folder: string, found: string): FolderVersionError {
  return new FolderVersionError(
    `${folder} was written by another version of Platemark (${found}; this one keeps ${folderVersion}). Start that version, or choose another data folder.`,
  )
}
