import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

export type TokenRow = {
  collection_id: string
  token_id: string
  owner: string
  minted_at: Date
  mint_tx: string
}

/** Finds how many tokens of a collection were burned. */
export async function findBurned(
  database: Database,
  collectionId: string,
): Promise<number> {
  const { burned } = await database
    .selectFrom('collections')
    .select('burned')
    .where('id', '=', collectionId)
    .executeTakeFirstOrThrow()
  return burned
}

/** Selection and order of a collection's tokens. */
export type TokenFilter = {
  collectionId: string
  /** Undefined: all owners. */
  owner: string | undefined
  order: 'oldest' | 'newest'
}

/** Finds the id of the token after `skipped` others. */
export async function findTokenId(
  database: Database,
  { collectionId, owner, order }: TokenFilter,
  skipped: number,
): Promise<number | undefined> {
  const found = await sql<{ token_id: string }>`
    select token_id from tokens
    where collection_id = ${collectionId}::uuid and ${isOwnedBy(owner)}
    order by token_id ${directions[order]} limit 1 offset ${skipped}`.execute(database)
  const id = found.rows[0]?.token_id
  return id === undefined ? undefined : Number(id)
}

const directions = { oldest: sql`asc`, newest: sql`desc` }

/** Lists tokens in the order of their ids, starting at `from`. */
export async function listTokenRows(
  database: Database,
  { collectionId, owner, order }: TokenFilter,
  from: number | undefined,
  limit: number,
): Promise<TokenRow[]> {
  const direction = directions[order]
  const reached = order === 'newest' ? sql`<=` : sql`>=`
  const isReached =
    from === undefined ? sql`true` : sql`token_id ${reached} ${from}::numeric`
  const found = await sql<TokenRow>`
    select t.collection_id, t.token_id, t.owner, m.minted_at, m.mint_tx
    from (
      select collection_id, token_id, owner from tokens
      where collection_id = ${collectionId}::uuid and ${isOwnedBy(owner)} and ${isReached}
      order by token_id ${direction} limit ${limit}
    ) as t cross join lateral (${selectTokenMint}) as m
    order by t.token_id ${direction}`.execute(database)
  return found.rows
}

function isOwnedBy(owner: string | undefined): RawBuilder<unknown> {
  return owner === undefined ? sql`true` : sql`owner = ${owner}`
}

const firstTokenId = sql`(e.data ->> 'first_token_id')::integer`

/** Selects the mint of a token `t`: token ids of a collection are consecutive. */
export const selectTokenMint = sql`
  select e.time as minted_at, e.tx_hash as mint_tx from events e
  where e.collection_id = t.collection_id and e.kind in ('mint', 'airdrop')
    and ${firstTokenId} <= t.token_id::integer
  order by ${firstTokenId} desc limit 1`

export type FirstMint = Pick<TokenRow, 'minted_at' | 'mint_tx'>

/** Lists the first mint of each edition, keyed by collection id. */
export async function listFirstMints(
  database: Database,
  editions: string[],
): Promise<Map<string, FirstMint>> {
  if (editions.length === 0) return new Map()
  const first = (kind: 'mint' | 'airdrop') => sql`(
    select block_number, log_index, time, tx_hash from events
    where (collection_id, kind) >= (c.id, ${kind}) and (collection_id, kind) <= (c.id, ${kind})
    order by collection_id, kind, block_number, log_index limit 1)`
  const found = await sql<FirstMint & { collection_id: string }>`
    select c.id as collection_id, m.time as minted_at, m.tx_hash as mint_tx
    from unnest(${editions}::uuid[]) as c(id)
    cross join lateral (
      select * from (${first('mint')} union all ${first('airdrop')}) as firsts
      order by block_number, log_index limit 1
    ) as m`.execute(database)
  return new Map(found.rows.map(({ collection_id, ...mint }) => [collection_id, mint]))
}
