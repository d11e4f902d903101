import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type ArchiveRow = Selectable<Tables['archives']>

/** Work of a token, as an archive has it; without a token the work of all of them. */
export type ArchivedWork = Pick<
  Selectable<Tables['works']>,
  'name' | 'description' | 'external_url' | 'file' | 'animation_file' | 'attributes'
> & { token_id: number | null }

/** Work of one token of a set. */
export type SetWork = ArchivedWork & { token_id: number }

/**
 * Lists the works of a set by token: of a deployed collection those that its tokens show, none
 * before a reveal; of a draft all in their order.
 */
export async function listArchivedWorks(
  database: Database,
  contractId: string,
): Promise<SetWork[]> {
  const { rows } = await sql<SetWork>`
    select token_id, name, description, external_url, file, animation_file, attributes
    from token_works where contract_id = ${contractId}
    union all
    select token_id, name, description, external_url, file, animation_file, attributes
    from works join sets using (contract_id)
    where contract_id = ${contractId} and shown is null
    order by token_id`.execute(database)
  return rows
}

/**
 * Finds the one work that all tokens show: of a deployed collection its own, of a draft the
 * draft's; undefined where neither has an image.
 */
export async function findSharedWork(
  database: Database,
  contractId: string,
): Promise<ArchivedWork | undefined> {
  const { rows } = await sql<ArchivedWork>`
    select null::integer as token_id, null as name, null as description,
      null as external_url, image_file as file, animation_file, '[]'::jsonb as attributes
    from (
      select image_file, animation_file from collections where id = ${contractId}
      union all
      select image_file, animation_file from drafts
      where id = ${contractId} and collection_id is null
    ) as art where image_file is not null limit 1`.execute(database)
  return rows[0]
}

export function findArchive(
  database: Database,
  contractId: string,
): Promise<ArchiveRow | undefined> {
  return database
    .selectFrom('archives')
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
    .insertInto('archives')
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
    .updateTable('archives')
    .set(ticket)
    .where('contract_id', '=', contractId)
    .execute()
}

export async function deleteArchive(
  database: Database,
  contractId: string,
): Promise<void> {
  await database.deleteFrom('archives').where('contract_id', '=', contractId).execute()
}
