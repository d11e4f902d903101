import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type ArchiveRow = Selectable<Tables['set_archives']>

/** Work of a token, as an archive has it. */
export type ArchivedWork = Pick<
  Selectable<Tables['works']>,
  | 'token_id'
  | 'name'
  | 'description'
  | 'external_url'
  | 'file'
  | 'animation_file'
  | 'attributes'
>

/**
 * Lists the works of a set by token: of a deployed collection those that its tokens show, none
 * before a reveal; of a draft all in their order.
 */
export async function listArchivedWorks(
  database: Database,
  contractId: string,
): Promise<ArchivedWork[]> {
  const { rows } = await sql<ArchivedWork>`
    select token_id, name, description, external_url, file, animation_file, attributes
    from token_works where contract_id = ${contractId}
    union all
    select token_id, name, description, external_url, file, animation_file, attributes
    from works join sets using (contract_id)
    where contract_id = ${contractId} and shown is null
    order by token_id`.execute(database)
  return rows
}

export function findArchive(
  database: Database,
  contractId: string,
): Promise<ArchiveRow | undefined> {
  return database
    .selectFrom('set_archives')
    .selectAll()
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
}

/** Writes an archive in place of an earlier one. */
export async function replaceArchive(
  database: Database,
  { contract_id, ...values }: ArchiveRow,
): Promise<void> {
  await database
    .insertInto('set_archives')
    .values({ contract_id, ...values })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(values))
    .execute()
}

export async function updateTicket(
  database: Database,
  contractId: string,
  ticket: Pick<ArchiveRow, 'ticket' | 'ticket_ends_at'>,
): Promise<void> {
  await database
    .updateTable('set_archives')
    .set(ticket)
    .where('contract_id', '=', contractId)
    .execute()
}
