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
import { up as reads } from '../../migrations/0013-reads.ts'
import { up as moderation } from '../../migrations/0014-moderation.ts'
import { up as lists } from '../../migrations/0015-lists.ts'
import { up as live } from '../../migrations/0016-live.ts'
import { up as stats } from '../../migrations/0017-stats.ts'
import { up as formerAliases } from '../../migrations/0018-former-aliases.ts'
import { up as trendingRuns } from '../../migrations/0019-trending-runs.ts'
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

/**
 * Whether the tables are those of this version, without changing any. Throws when a newer version
 * has been here.
 */
export async function isMigrated(database: Database): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('migrations')::text as name`.execute(database)
  if (!tables[0]?.name) return false
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(
    database,
  )
  const applied = new Set(rows.map(({ name }) => name))
  refuseNewer(applied)
  return Object.keys(migrations).every((name) => applied.has(name))
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
  '0013-reads': reads,
  '0014-moderation': moderation,
  '0015-lists': lists,
  '0016-live': live,
  '0017-stats': stats,
  '0018-former-aliases': formerAliases,
  '0019-trending-runs': trendingRuns,
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
