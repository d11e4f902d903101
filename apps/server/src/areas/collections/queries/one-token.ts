import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { selectTokenMint } from './tokens.ts'

type KnownToken = {
  /** Null: the token was burned. */
  owner: string | null
  minted_at: Date
  mint_tx: string
  /** Among existing tokens. */
  previous_id: string | null
  next_id: string | null
  /** Number of existing tokens with a higher id; null: more than are counted. */
  newer: number | null
}

/** Tokens counted for a token's position. */
const MAX_COUNTED = 1000

/** Finds a minted token with its neighbours. */
export async function findToken(
  database: Database,
  collectionId: string,
  tokenId: number,
): Promise<KnownToken | undefined> {
  const tokens = sql`from tokens where collection_id = t.collection_id`
  const found = await sql<KnownToken>`
    select m.minted_at, m.mint_tx,
      (select owner ${tokens} and token_id = t.token_id) as owner,
      (select token_id ${tokens} and token_id < t.token_id
        order by token_id desc limit 1) as previous_id,
      (select token_id ${tokens} and token_id > t.token_id
        order by token_id limit 1) as next_id,
      (select nullif(count(*), ${MAX_COUNTED + 1})::integer from (
        select 1 ${tokens} and token_id > t.token_id
        order by token_id limit ${MAX_COUNTED + 1}) as higher) as newer
    from (select ${collectionId}::uuid as collection_id, ${tokenId}::numeric as token_id) as t
    cross join lateral (${selectTokenMint}) as m`.execute(database)
  return found.rows[0]
}
