import { sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'

const tables = [
  'collections',
  'phases',
  'mints',
  'minters',
  'tokens',
  'holdings',
  'events',
  'collection_rankings',
  'collection_stats',
  'collection_windows',
  'collection_prices',
]

/** Statement that recreates an index or a constraint. */
export type Dropped = { name: string; making: string }

/**
 * Drops indexes except those that foreign keys need. Filling tables without them is
 * several times faster, including their later creation.
 */
export async function dropIndexes(transaction: Database): Promise<Dropped[]> {
  const { rows: constraints } = await sql<Dropped & { table: string }>`
    select k.conrelid::regclass::text as table, k.conname as name,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname,
        pg_get_constraintdef(k.oid)) as making
    from pg_constraint k
    where k.contype in ('p', 'u') and k.conrelid::regclass::text in (${sql.join(tables)})
      and not exists (select from pg_constraint f where f.conindid = k.conindid
        and f.contype = 'f')`.execute(transaction)
  for (const { table, name } of constraints) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(
      transaction,
    )
  }
  const { rows: indexes } = await sql<Dropped>`
    select indexname as name, indexdef as making from pg_indexes
    where schemaname = 'public' and tablename in (${sql.join(tables)})
      and not exists (select from pg_constraint k where k.conname = indexname)`.execute(
    transaction,
  )
  for (const { name } of indexes) {
    await sql`drop index ${sql.id(name)}`.execute(transaction)
  }
  return [...constraints, ...indexes]
}

export async function makeIndexes(
  database: Database,
  dropped: Dropped[],
  progress: (step: string) => void,
): Promise<void> {
  for (const { name, making } of dropped) {
    progress(`index ${name}`)
    await sql.raw(making).execute(database)
  }
}
