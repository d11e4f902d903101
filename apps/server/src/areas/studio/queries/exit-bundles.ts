import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type ExitRow = Selectable<Tables['exit_bundles']>

export function insertExit(
  database: Database,
  row: Insertable<Tables['exit_bundles']>,
): Promise<ExitRow> {
  return database
    .insertInto('exit_bundles')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Finds a run of an owner, or the last one that they started. */
export function findExit(
  database: Database,
  { contract_id, owner }: Pick<ExitRow, 'contract_id' | 'owner'>,
  run: string,
): Promise<ExitRow | undefined> {
  const own = database
    .selectFrom('exit_bundles')
    .selectAll()
    .where('contract_id', '=', contract_id)
    .where('owner', '=', owner)
  const one = run === 'latest' ? own : own.where('id', '=', run)
  return one.orderBy('started_at', 'desc').limit(1).executeTakeFirst()
}

/** Finds a bundle by its secret address, while its owner owns the collection. */
export function findExitFile(
  database: Database,
  contractId: string,
  ticket: string,
): Promise<ExitRow | undefined> {
  return database
    .selectFrom('exit_bundles as b')
    .innerJoin('collections as c', (join) =>
      join.onRef('c.id', '=', 'b.contract_id').onRef('c.owner', '=', 'b.owner'),
    )
    .selectAll('b')
    .where('b.contract_id', '=', contractId)
    .where('b.ticket', '=', ticket)
    .where('b.state', '=', 'ready')
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updateExit(
  database: Database,
  id: string,
  changes: Updateable<Tables['exit_bundles']>,
): Promise<void> {
  await database.updateTable('exit_bundles').set(changes).where('id', '=', id).execute()
}

/** Deletes runs of which the last sign is older than `before`; their files go with others. */
export async function deleteOldExits(database: Database, before: Date): Promise<void> {
  await database.deleteFrom('exit_bundles').where('updated_at', '<', before).execute()
}
