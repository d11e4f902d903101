import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { selectTokenMint } from './tokens.ts'

export type Commitment = {
  /** Null: the collection never hid its metadata. */
  provenance_hash: string | null
  was_revealed: boolean
}

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
    select (select data ->> 'provenance_hash' ${first('created')}) as provenance_hash,
      coalesce((select true ${first('revealed')}), false) as was_revealed`.execute(
    database,
  )
  // Safe: it is one row in any case.
  return found.rows[0] as Commitment
}

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
