import { type Kysely, sql } from 'kysely'
import { up as accounts } from '../../migrations/0001-accounts.ts'
import { up as chains } from '../../migrations/0002-chains.ts'
import { up as collections } from '../../migrations/0003-collections.ts'
import { up as studio } from '../../migrations/0004-studio.ts'
import { up as draftLists } from '../../migrations/0005-draft-lists.ts'
import { up as countedMints } from '../../migrations/0006-counted-mints.ts'
import { up as follower } from '../../migrations/0007-follower.ts'
import { up as ranks } from '../../migrations/0008-ranks.ts'
import { up as undo } from '../../migrations/0009-undo.ts'
import { up as profiles } from '../../migrations/0010-profiles.ts'
import { up as earners } from '../../migrations/0011-earners.ts'
import { up as studioCalls } from '../../migrations/0012-studio-calls.ts'
import type { Database } from './database.ts'

/**
 * Brings the tables up to date, all of it or nothing. Several processes may call it at
 * once: one works, the others wait. Throws when a newer version has been here.
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction)
    await sql`
      create table if not exists migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`.execute(transaction)
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(
      transaction,
    )
    const applied = new Set(rows.map(({ name }) => name))
    refuseNewer(applied)

    for (const [name, up] of Object.entries(migrations)) {
      if (applied.has(name)) continue
      await up(transaction)
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were
type Migration = (database: Kysely<any>) => Promise<void>

const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-chains': chains,
  '0003-collections': collections,
  '0004-studio': studio,
  '0005-draft-lists': draftLists,
  '0006-counted-mints': countedMints,
  '0007-follower': follower,
  '0008-ranks': ranks,
  '0009-undo': undo,
  '0010-profiles': profiles,
  '0011-earners': earners,
  '0012-studio-calls': studioCalls,
}

/** Any number, the same in every process of one database. */
const MIGRATION_LOCK = 7_105_283

function refuseNewer(applied: Set<string>): void {
  const unknown = [...applied].find((name) => !(name in migrations))
  if (!unknown) return
  throw new Error(
    `The database has the migration ${unknown}, which this version of Platemark does not know. Start the newer version.`,
  )
}
