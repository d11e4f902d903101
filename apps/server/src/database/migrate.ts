import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
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
import { codeOf } from './error-code.ts'

/**
 * Brings the tables up to date, all of it or nothing. Several processes may call it at
 * once: one works, the others wait. Throws when a newer version has been here.
 */
export async function migrate(database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const { error, results } = await migratorOf(connection).migrateToLatest()
      if (error === undefined) return
      await refuseNewer(connection)
      // The table of versions before this one has no time in text.
      const isOld = results === undefined && codeOf(error) === UNDEFINED_COLUMN
      throw isOld ? new Error(TOO_OLD, { cause: error }) : error
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/**
 * Whether the tables are those of this version, without changing any. Throws when a newer version
 * has been here.
 */
export async function isMigrated(database: Database): Promise<boolean> {
  const known = await migratorOf(database).getMigrations()
  const pending = known.filter(({ executedAt }) => executedAt === undefined)
  if (pending.length < known.length) await refuseNewer(database)
  return pending.length === 0
}

const UNDEFINED_COLUMN = '42703'
const TOO_OLD =
  'The database was made before the first release of Platemark. Start with an empty one.'

function migratorOf(database: Database): Migrator {
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
}

const migrations: Record<string, Migration> = {
  '0001-accounts': { up: accounts },
  '0002-chains': { up: chains },
  '0003-collections': { up: collections },
  '0004-studio': { up: studio },
  '0005-draft-lists': { up: draftLists },
  '0006-counted-mints': { up: countedMints },
  '0007-follower': { up: follower },
  '0008-ranks': { up: ranks },
  '0009-undo': { up: undo },
  '0010-profiles': { up: profiles },
  '0011-earners': { up: earners },
  '0012-studio-calls': { up: studioCalls },
  '0013-reads': { up: reads },
  '0014-moderation': { up: moderation },
  '0015-lists': { up: lists },
  '0016-live': { up: live },
  '0017-stats': { up: stats },
  '0018-former-aliases': { up: formerAliases },
  '0019-trending-runs': { up: trendingRuns },
}

async function refuseNewer(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(
    database,
  )
  const unknown = rows.find(({ name }) => !(name in migrations))
  if (!unknown) return
  throw new Error(
    `The database has the migration ${unknown.name}, which this version of Platemark does not know. Start the newer version.`,
  )
}
