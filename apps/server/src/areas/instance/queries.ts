import type { Database } from '../../platform/database.ts'
import type { Tables } from '../../tables.ts'

export type ChainProgress = {
  chain_id: number
  status: Tables['chain_reports']['status'] | null
  detail: string | null
  /** When the follower last said so. */
  reported_at: Date | null
  block_time: Date | null
  block_number: number
  head_number: number
}

/** How far each chain has been followed, by chain id. */
export async function listProgress(
  database: Database,
): Promise<Map<number, ChainProgress>> {
  const rows = await database
    .selectFrom('chain_reports as report')
    .fullJoin('chain_cursors as cursor', 'cursor.chain_id', 'report.chain_id')
    .select(({ fn, val }) => [
      fn.coalesce('report.chain_id', 'cursor.chain_id').as('chain_id'),
      'report.status',
      'report.detail',
      'report.updated_at as reported_at',
      'cursor.block_time',
      fn.coalesce('cursor.block_number', val(0)).as('block_number'),
      fn.coalesce('cursor.head_number', val(0)).as('head_number'),
    ])
    .execute()
  return new Map(
    rows.flatMap((row) =>
      row.chain_id === null ? [] : [[row.chain_id, { ...row, chain_id: row.chain_id }]],
    ),
  )
}
