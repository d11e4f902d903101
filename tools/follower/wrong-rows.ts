import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../apps/server/src/platform/database.ts'

/**
 * Puts a wrong value into one column of one row, or takes the row away where no column is
 * named, looks, and puts everything back.
 */
export async function plantWrong<Seen>(
  database: Database,
  table: string,
  column: string | undefined,
  look: (planted: Database) => Promise<Seen>,
): Promise<Seen> {
  let seen: { seen: Seen } | undefined
  await database
    .transaction()
    .execute(async (transaction) => {
      if (column) await spoil(transaction, table, column)
      else await takeAway(transaction, table)
      seen = { seen: await look(transaction) }
      throw new PutBack()
    })
    .catch((error) => {
      if (!(error instanceof PutBack)) throw error
    })
  if (!seen) throw new Error('Nobody looked.')
  return seen.seen
}

class PutBack extends Error {}

/** Any row of a table, as a condition. */
const anyRow = (table: string) =>
  sql`ctid = (select ctid from ${sql.table(table)} order by ctid limit 1)`

async function takeAway(transaction: Database, table: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${anyRow(table)}`.execute(transaction)
}

async function spoil(
  transaction: Database,
  table: string,
  compared: string,
): Promise<void> {
  const column = columnOf(table, compared)
  const { rows } = await sql<{ data_type: string }>`
    select data_type from information_schema.columns
    where table_name = ${table} and column_name = ${column}`.execute(transaction)
  const type = rows[0]?.data_type
  if (!type) throw new Error(`${table} has no column ${column}.`)
  if (type === 'uuid') await addStranger(transaction)
  const value = wrongValues[column] ?? wrongValue(type, sql.ref(column))
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${anyRow(table)}`.execute(transaction)
  if (numAffectedRows !== 1n) throw new Error(`${table} has no rows.`)
}

/** Tables name a collection by its id, comparisons by its address. */
function columnOf(table: string, compared: string): string {
  if (compared !== 'collection') return compared
  return table === 'collections' ? 'address' : 'collection_id'
}

const STRANGER = '00000000-0000-8000-a000-000000000000'

/** A collection that the chain knows nothing of. */
async function addStranger(transaction: Database): Promise<void> {
  const found = await transaction
    .selectFrom('collections')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow()
  const { is_listed: _, search_text: __, card_phases: ___, ...row } = found
  const address = `0x${'5'.repeat(40)}`
  const links = JSON.stringify(row.links)
  await transaction
    .insertInto('collections')
    .values({ ...row, links, id: STRANGER, address, alias: null })
    .execute()
}

/** Where only some values are allowed. */
const wrongValues: Record<string, RawBuilder<unknown>> = {
  kind: sql`case kind when 'edition' then 'drop' when 'public' then 'allowlist' else 'edition' end`,
}

function wrongValue(type: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (type) {
    case 'uuid':
      return sql`${STRANGER}::uuid`
    case 'boolean':
      return sql`not ${column}`
    case 'timestamp with time zone':
      return sql`timestamptz '2001-02-03'`
    case 'jsonb':
      return sql`'{"planted": true}'::jsonb`
    case 'text':
      return sql`coalesce(${column}, '') || '1'`
    default:
      return sql`coalesce(${column}, 0) + 1000003`
  }
}
