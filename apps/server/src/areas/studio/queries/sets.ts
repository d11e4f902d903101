import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { rows } from '../../../database/rows.ts'
import type { Tables } from '../../../tables.ts'

export type SetRow = Selectable<Tables['sets']>

export function findSet(
  database: Database,
  contractId: string,
): Promise<SetRow | undefined> {
  return database
    .selectFrom('sets')
    .selectAll()
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
}

/** Row of `works`, without its set. */
export type NewWork = Omit<Selectable<Tables['works']>, 'contract_id'>

/** Replaces the set of a draft and its works. */
export async function replaceSet(
  transaction: Database,
  set: Omit<SetRow, 'manifest_file'>,
  works: readonly NewWork[],
): Promise<void> {
  const { contract_id, corrections, accepted, ...columns } = set
  const values = {
    ...columns,
    corrections: JSON.stringify(corrections),
    accepted: JSON.stringify(accepted),
  }
  await transaction
    .insertInto('sets')
    .values({ contract_id, ...values })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(values))
    .execute()
  await transaction.deleteFrom('works').where('contract_id', '=', contract_id).execute()
  await sql`
    insert into works (contract_id, token_id, name, description, external_url, file,
      animation_file, uploaded_sha256, width, height, attributes)
    select ${contract_id}::uuid, token_id, name, description, external_url, file,
      animation_file, uploaded_sha256, width, height, attributes
    from jsonb_to_recordset(${rows([...works])}) as x(token_id integer, name text,
      description text, external_url text, file text, animation_file text,
      uploaded_sha256 text, width integer, height integer, attributes jsonb)`.execute(
    transaction,
  )
}

/** Lists works by token id, first and last included. */
export function listWorkRows(
  database: Database,
  contractId: string,
  { first, last }: { first: number; last: number },
): Promise<Omit<NewWork, 'external_url' | 'uploaded_sha256'>[]> {
  return database
    .selectFrom('works')
    .select(['token_id', 'name', 'description', 'file', 'animation_file'])
    .select(['width', 'height', 'attributes'])
    .where('contract_id', '=', contractId)
    .where('token_id', '>=', first)
    .where('token_id', '<=', last)
    .orderBy('token_id')
    .execute()
}

/** Lists the attributes of all works of a set. */
export async function listAttributes(
  database: Database,
  contractId: string,
): Promise<{ token_id: string; attributes: NewWork['attributes'] }[]> {
  const rows = await database
    .selectFrom('works')
    .select(['token_id', 'attributes'])
    .where('contract_id', '=', contractId)
    .orderBy('token_id')
    .execute()
  return rows.map(({ token_id, attributes }) => ({
    token_id: String(token_id),
    attributes,
  }))
}
