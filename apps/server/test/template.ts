import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import {
  type OpenDatabase,
  openDatabase,
  openEmbedded,
} from '../src/platform/database.ts'
import { migrate } from '../src/platform/migrate.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface ProvidedContext {
    /** Of the PostgreSQL server that the tests run on; null: on the embedded database. */
    postgres: string | null
  }
}

/**
 * Vitest's global set-up of both projects: `embedded` makes the migrated database that
 * every worker copies, once for each state of the migrations; `postgres` starts a server,
 * unless `TEST_DATABASE_URL` names one. Both remove what they made at the end of the run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = mkdtempSync(join(tmpdir(), 'platemark-run-'))
  process.env.PLATEMARK_TEST_RUN = run
  const stop =
    project.name === 'postgres'
      ? await offerServer(project)
      : await offerTemplate(project)
  return async () => {
    await stop()
    rmSync(run, { recursive: true, force: true })
  }
}

/** A copy of the template, gone when the run ends; at `place`, or where there is room. */
export function copyTemplate(place?: string): string {
  const { PLATEMARK_TEST_TEMPLATE: template, PLATEMARK_TEST_RUN: run } = process.env
  if (!template || !run)
    throw new Error('The tests of the server run under vitest.config.ts')
  const copy = place ?? mkdtempSync(join(run, 'worker-'))
  cpSync(template, copy, { recursive: true })
  return copy
}

/** The database of one worker: a copy of the template, or a new one on the server. */
export async function openWorkerDatabase(): Promise<OpenDatabase> {
  const server = inject('postgres')
  if (server === null) return openEmbedded(copyTemplate(), () => {})
  const name = `platemark_test_${process.env.VITEST_POOL_ID ?? '0'}`
  const outside = await openDatabase({ url: server })
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(
    outside.database,
  )
  await sql`create database ${sql.id(name)}`.execute(outside.database)
  await outside.close()
  const url = new URL(server)
  url.pathname = name
  const opened = await openDatabase({ url: url.href })
  await migrate(opened.database)
  return opened
}

async function offerServer(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: given } = process.env
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  project.provide('postgres', server.url)
  return server.stop
}

async function offerTemplate(project: TestProject): Promise<() => Promise<void>> {
  process.env.PLATEMARK_TEST_TEMPLATE = await makeTemplate()
  project.provide('postgres', null)
  return async () => {}
}

async function makeTemplate(): Promise<string> {
  const folder = join(tmpdir(), 'platemark-templates')
  mkdirSync(folder, { recursive: true })
  const finished = join(folder, templateKey())
  if (existsSync(finished)) return finished
  // Made under another name, so that a killed run leaves no half template behind.
  const unfinished = mkdtempSync(`${finished}-`)
  const { database, close } = await openEmbedded(unfinished, () => {})
  await migrate(database)
  await close()
  try {
    renameSync(unfinished, finished)
  } catch {
    // Another run was faster.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return finished
}

function templateKey(): string {
  const migrations = join(import.meta.dirname, '..', 'migrations')
  const require = createRequire(import.meta.url)
  const engine = readFileSync(require.resolve('@electric-sql/pglite'))
  const hash = createHash('sha256').update(engine)
  for (const name of readdirSync(migrations).sort()) {
    hash.update(name).update(readFileSync(join(migrations, name)))
  }
  return hash.digest('hex').slice(0, 24)
}
