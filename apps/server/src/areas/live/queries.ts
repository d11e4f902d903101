import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

export type LiveRow = {
  id: string
  alias: string | null
  visibility: 'shown' | 'hidden'
  minted: number
  max_supply: number | null
  holders: number
  unique_minters: number
  volume_wei: string
  is_paused: boolean
  created_block: number
  /** Last confirmed block of its chain; null: nothing of the chain was indexed. */
  confirmed_number: number | null
  updated_at: Date
  phases: { phase_id: number; minted: number }[]
  last_change: { kind: string; block_number: number; log_index: number } | null
}

/** Lists the live counts of these collections, except deleted and blocked ones. */
export async function listLive(database: Database, ids: string[]): Promise<LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select c.id, c.alias, c.visibility, c.minted, c.max_supply, c.holders,
      c.unique_minters, c.volume_wei, c.is_paused, c.created_block, h.confirmed_number,
      c.updated_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('phase_id', p.phase_id, 'minted', p.minted)
          order by p.phase_id)
        from phases p where p.collection_id = c.id and p.starts_at < p.ends_at
      ), '[]') as phases,
      (
        select jsonb_build_object('kind', e.kind, 'block_number', e.block_number,
          'log_index', e.log_index)
        from events e where e.collection_id = c.id
          and e.kind not in ('mint', 'airdrop', 'transfer', 'burn', 'withdrawal')
        order by e.block_number desc, e.log_index desc limit 1
      ) as last_change
    from unnest(string_to_array(${ids.join(',')}::text, ',')::uuid[]) as x(id)
    join collections c on c.id = x.id
    left join chain_cursors h on h.chain_id = c.chain_id
    where c.deleted_at is null and c.blocked_at is null`.execute(database)
  return rows
}
