import type { Database } from '../../../database/database.ts'

/** Lists the logs that could not be applied, with their collections, the newest first. */
export function listUnreadableLogs(database: Database, limit: number) {
  return database
    .selectFrom('unreadable_logs as u')
    .leftJoin('collections as c', (join) =>
      join.onRef('c.chain_id', '=', 'u.chain_id').onRef('c.address', '=', 'u.collection'),
    )
    .select([
      'u.chain_id',
      'u.collection as address',
      'c.name',
      'u.block_number',
      'u.tx_hash',
      'u.log_index',
      'u.reason',
      'u.time',
    ])
    .orderBy('u.time', 'desc')
    .orderBy('u.chain_id')
    .orderBy('u.log_index', 'desc')
    .limit(limit)
    .execute()
}

/** Marks a chain to be read from its start; false where nothing of it was read. */
export async function markForReread(
  transaction: Database,
  chainId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('chain_cursors')
    .set({ factory: 'again' })
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
