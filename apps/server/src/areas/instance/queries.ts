import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../tables.ts'

export type ChainProgress = {
  chain_id: number
  status: Tables['chain_statuses']['status'] | null
  detail: string | null
  /** Time of the indexer's last report. */
  reported_at: Date | null
  /** Time when its head was last received. */
  heartbeat_at: Date | null
  block_time: Date | null
  /** Null while no block of the chain was indexed. */
  block_number: number | null
  confirmed_number: number | null
  head_number: number | null
}

/** Lists the indexing progress of each chain, by chain id. */
export async function listProgress(
  database: Database,
): Promise<Map<number, ChainProgress>> {
  const rows = await database
    .selectFrom('chain_statuses as report')
    .fullJoin('chain_cursors as cursor', 'cursor.chain_id', 'report.chain_id')
    .select(({ fn }) => [
      fn.coalesce('report.chain_id', 'cursor.chain_id').as('chain_id'),
      'report.status',
      'report.detail',
      'report.updated_at as reported_at',
      'cursor.heartbeat_at',
      'cursor.block_time',
      'cursor.block_number',
      'cursor.confirmed_number',
      'cursor.head_number',
    ])
    .execute()
  return new Map(
    rows.flatMap((row) =>
      row.chain_id === null ? [] : [[row.chain_id, { ...row, chain_id: row.chain_id }]],
    ),
  )
}

/** Lists the process that holds the lease of each chain, by chain id. */
export async function listLeaseHolders(database: Database): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('chain_leases')
    .select(['chain_id', 'holder_name'])
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute()
  return new Map(rows.map(({ chain_id, holder_name }) => [chain_id, holder_name]))
}
