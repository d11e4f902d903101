import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import {
  type Database,
  type OpenDatabase,
  openDatabase,
} from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { makeEmbeddedTemplate } from './embedded-template.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface ProvidedContext {
    /** PostgreSQL server of this run. */
    postgres: {
      /** Connects as its administrator. */
      url: string
      /** Prefix of every database of this run. */
      prefix: string
    }
  }
}

/**
 * Global setup of vitest: starts a PostgreSQL server unless `TEST_DATABASE_URL` names
 * one, and creates the migrated template databases. Returns the function that removes
 * them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = mkdtempSync(join(tmpdir(), 'platemark-run-'))
  process.env.PLATEMARK_TEST_RUN = run
  const [template, stop] = await Promise.all([
    makeEmbeddedTemplate(),
    offerServer(project),
  ])
  process.env.PLATEMARK_TEST_TEMPLATE = template
  return async () => {
    await stop()
    rmSync(run, { recursive: true, force: true })
  }
}

/** Opens a copy of the migrated database for this worker alone. */
export async function openWorkerDatabase(): Promise<OpenDatabase> {
  return openDatabase({ url: await copyDatabase() })
}

/** Returns the URL of a new copy of the migrated database, on the server of this run. */
export async function copyDatabase(): Promise<string> {
  const { url, prefix } = inject('postgres')
  return createDatabase(url, `${prefix}_${randomBytes(6).toString('hex')}`, {
    template: templateOf(prefix),
  })
}

/** Returns the URL of a new database without tables, on the server of this run. */
export async function emptyDatabase(): Promise<string> {
  const { url, prefix } = inject('postgres')
  return createDatabase(url, `${prefix}_${randomBytes(6).toString('hex')}`)
}

/** Returns a copy of the embedded template that is removed when the run ends. */
export function copyTemplate(place?: string): string {
  const { PLATEMARK_TEST_TEMPLATE: template, PLATEMARK_TEST_RUN: run } = process.env
  if (!template || !run)
    throw new Error('The tests of the server run under vitest.config.ts')
  const copy = place ?? mkdtempSync(join(run, 'embedded-'))
  cpSync(template, copy, { recursive: true })
  return copy
}

async function offerServer(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: given } = process.env
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  const { url } = server
  const prefix = `platemark_test_${randomBytes(4).toString('hex')}`
  project.provide('postgres', { url, prefix })
  const template = await createDatabase(url, templateOf(prefix))
  await using(template, migrate)
  return async () => {
    if (given) await using(url, (database) => dropDatabases(database, prefix))
    await server.stop()
  }
}

const templateOf = (prefix: string) => `${prefix}_template`

/** Returns the URL of the new database `name`, empty or a copy of `template`. */
async function createDatabase(
  server: string,
  name: string,
  { template = 'template1' } = {},
): Promise<string> {
  await using(server, (database) =>
    sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(database),
  )
  const url = new URL(server)
  url.pathname = name
  return url.href
}

async function dropDatabases(database: Database, prefix: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${prefix})`.execute(
    database,
  )
  for (const { name } of rows) {
    await sql`drop database ${sql.id(name)} with (force)`.execute(database)
  }
}

async function using(
  url: string,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const { database, close } = await openDatabase({ url })
  try {
    await work(database)
  } finally {
    await close()
  }
}
