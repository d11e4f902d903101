import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

export type Commitment = {
  /** Null: the collection never hid its metadata. */
  provenance_hash: string | null
  was_revealed: boolean
  /** Salt of its creation; null: unknown. */
  salt: string | null
  /** Factory that made it; null: the own one of this instance. */
  factory: string | null
}

/** Finds the provenance hash committed at creation, and whether metadata was revealed. */
export async function findCommitment(
  database: Database,
  collectionId: string,
): Promise<Commitment> {
  const first = (kind: 'created' | 'revealed') => sql`
    from events where (collection_id, kind) >= (${collectionId}::uuid, ${kind})
      and (collection_id, kind) <= (${collectionId}::uuid, ${kind})
    order by collection_id, kind, block_number, log_index limit 1`
  const found = await sql<Commitment>`
    select c.data ->> 'provenance_hash' as provenance_hash, c.data ->> 'salt' as salt,
      c.data ->> 'factory' as factory,
      coalesce((select true ${first('revealed')}), false) as was_revealed
    from (select) as one left join lateral (select data ${first('created')}) c on true`.execute(
    database,
  )
  // Safe: it is one row in any case.
  return found.rows[0] as Commitment
}
