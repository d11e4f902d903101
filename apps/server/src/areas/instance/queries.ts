import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../tables.ts'

export type ChainProgress = {
  chain_id: number
  status: Tables['chain_statuses']['status'] | null
  detail: string | null
  /** When the follower last said so. */
  reported_at: Date | null
  /** When its head was last heard of. */
  seen_at: Date | null
  block_time: Date | null
  /** Null while nothing of the chain was read. */
  block_number: number | null
  confirmed_number: number | null
  head_number: number | null
}

/** How far each chain has been followed, by chain id. */
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
      'cursor.seen_at',
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

/** Which process follows which chain now, by chain id. */
export async function listLeaseHolders(database: Database): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('chain_leases')
    .select(['chain_id', 'holder_name'])
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute()
  return new Map(rows.map(({ chain_id, holder_name }) => [chain_id, holder_name]))
}
