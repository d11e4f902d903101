import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import {
  makePrivateFolder,
  narrowFolder,
  PRIVATE_FILE_MODE,
} from '../files/private-folder.ts'
import type { Tables } from '../tables.ts'
import { lockFolder } from './folder-lock.ts'
import { type Listen, listenOnEmbedded, listenOnServer } from './listen.ts'

/** Database connection or transaction. */
export type Database = Kysely<Tables>

export type OpenDatabase = {
  database: Database
  listen: Listen
  close(): Promise<void>
}

/** Server by its URL, embedded database in a data folder, or a database in memory. */
export type DatabaseLocation = Server | { folder: string } | 'memory'

type Server = {
  url: string
  /** Milliseconds that a query waits for a free connection; 5,000 by default. */
  connectionTimeoutMs?: number
}

/**
 * Opens the database; both engines return `bigint` and `count(*)` as number, `numeric` as
 * string, `timestamptz` as `Date`, `jsonb` parsed and `bytea` as `Uint8Array`. Throws
 * `FolderInUseError`, `FolderVersionError`, `FolderModeError` and `DatabaseUnreachableError`.
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

/**
 * Error of a data folder with another layout; the message names the folder and both
 * versions.
 */
export class FolderVersionError extends Error {
  override readonly name = 'FolderVersionError'
}

/** Changes with the embedded engine's file format or the layout of the folder. */
export const folderVersion = 'platemark-2-postgres-18'

const INT8 = 20

/** Opens PGlite in `folder`, which the caller must have locked. */
export async function openEmbedded(
  folder: string | undefined,
  unlock: () => void,
): Promise<OpenDatabase> {
  if (folder) makePrivateFolder(folder)
  const pglite = await PGlite.create({
    ...(folder && { dataDir: folder }),
    extensions: { pg_trgm },
    parsers: { [INT8]: Number },
  })
  // The first files of a new database are open to all accounts, whatever the umask is.
  if (folder) narrowFolder(folder)
  // PGlite has one connection: a transaction blocks every other statement.
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
    // Detects a server that disappeared without closing its connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A slow query must not hold a connection for ever; migrations lift this.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: {
      getTypeParser: (id, format) =>
        id === INT8 ? Number : pg.types.getTypeParser(id, format),
    },
  })
  // Connection errors reach the query that uses the connection, and the pool replaces it;
  // without these listeners they would end the process.
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

/**
 * Error of an unreachable server; the message contains the reason, never the password.
 */
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
    writeFileSync(file, `${folderVersion}\n`, { mode: PRIVATE_FILE_MODE })
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
