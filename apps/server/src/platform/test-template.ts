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
import { type OpenDatabase, openDatabase, openEmbedded } from './database.ts'
import { migrate } from './migrate.ts'

/**
 * Vitest's global set-up: makes the migrated database that every worker copies, once for
 * each state of the migrations, and removes the copies at the end of the run.
 */
export async function setup(): Promise<() => void> {
  const template = await makeTemplate()
  const run = mkdtempSync(join(tmpdir(), 'platemark-run-'))
  process.env.PLATEMARK_TEST_TEMPLATE = template
  process.env.PLATEMARK_TEST_RUN = run
  return () => rmSync(run, { recursive: true, force: true })
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

/**
 * The database of one worker: a copy of the template, or, with `TEST_DATABASE_URL`, one of
 * its own on that PostgreSQL server, made anew.
 */
export async function openWorkerDatabase(): Promise<OpenDatabase> {
  const { TEST_DATABASE_URL: server, VITEST_POOL_ID: worker = '0' } = process.env
  if (!server) return openEmbedded(copyTemplate(), () => {})
  const name = `platemark_test_${worker}`
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
  const migrations = join(import.meta.dirname, '..', '..', 'migrations')
  const require = createRequire(import.meta.url)
  const engine = readFileSync(require.resolve('@electric-sql/pglite'))
  const hash = createHash('sha256').update(engine)
  for (const name of readdirSync(migrations).sort()) {
    hash.update(name).update(readFileSync(join(migrations, name)))
  }
  return hash.digest('hex').slice(0, 24)
}
