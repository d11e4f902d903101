import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Terms of a collection that its creation fixes for life. */
type Creation = {
  /** Lower-case address. */
  creator: string
  /** Null: its creation is not indexed. */
  salt: string | null
  mint_fee_wei: string
}

/** Finds who made a collection, with which salt and mint fee. */
export async function findCreation(
  database: Database,
  collectionId: string,
): Promise<Creation | undefined> {
  const { rows } = await sql<Creation>`
    select c.creator, c.mint_fee_wei::text as mint_fee_wei, (
      select data ->> 'salt' from events
      where (collection_id, kind) >= (c.id, 'created')
        and (collection_id, kind) <= (c.id, 'created')
      order by collection_id, kind, block_number, log_index limit 1) as salt
    from collections c where c.id = ${collectionId}`.execute(database)
  return rows[0]
}
