import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { ListedChain } from './listed-state.ts'
import { isListed } from './listed-state.ts'
import { selectTokenMint } from './tokens.ts'

/** Position in an account's tokens, ordered by collection id, then token id. */
export type OwnTokenCursor = { collection_id: string; token_id: number }

export type OwnTokenRow = {
  collection_id: string
  token_id: string
  chain_id: number
  address: string
  alias: string | null
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  image_file: string | null
  animation_file: string | null
  quantity: number
  /** Null for an edition, whose copies are one token in this list. */
  minted_at: Date | null
  mint_tx: string | null
}

/**
 * Finds an id between the collection after `passed` holdings and the next one, so that
 * the id reveals nothing about an unlisted collection. Undefined if there are no more
 * holdings.
 */
export async function findNextCollectionId(
  database: Database,
  owner: string,
  from: OwnTokenCursor | undefined,
  passed: number,
): Promise<string | undefined> {
  const found = await database
    .selectFrom('holdings')
    .select('collection_id')
    .where('owner', '=', owner)
    .$if(from !== undefined, (query) =>
      query.where('collection_id', '>=', from?.collection_id ?? ''),
    )
    .orderBy('collection_id')
    .limit(2)
    .offset(passed - 1)
    .execute()
  const [last, next] = found.map(({ collection_id }) => collection_id)
  return last && next ? idBetween(last, next) : undefined
}

/** Keeps only the digits of `next` that distinguish it from `last`. */
function idBetween(last: string, next: string): string {
  const length = [...next].findIndex((digit, index) => digit !== last[index]) + 1
  return next.slice(0, length) + NO_ID.slice(length)
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Lists an account's tokens in listed collections, from a cursor up to a collection id.
 */
export async function listOwnTokens(
  database: Database,
  chains: ListedChain[],
  owner: string,
  { from, before }: { from: OwnTokenCursor | undefined; before: string | undefined },
  limit: number,
): Promise<OwnTokenRow[]> {
  if (chains.length === 0) return []
  const isReached = from ? sql`h.collection_id >= ${from.collection_id}::uuid` : sql`true`
  const isBefore = before ? sql`h.collection_id < ${before}::uuid` : sql`true`
  const first = from
    ? sql`case when h.collection_id = ${from.collection_id}::uuid
        then ${from.token_id}::numeric else 0 end`
    : sql`0`
  const found = await sql<OwnTokenRow>`
    select t.*, m.minted_at, m.mint_tx
    from (
      select h.collection_id, h.quantity, i.token_id, c.chain_id, c.address, c.alias, c.kind,
        c.name, c.image_file, c.animation_file
      from holdings h join collections c on c.id = h.collection_id
      cross join lateral (
        (select token_id from tokens
          where collection_id = h.collection_id and owner = ${owner} and token_id >= ${first}
          order by token_id limit ${limit})
        union all select 1 where c.kind = 'edition' and ${first} <= 1
      ) as i
      where h.owner = ${owner} and ${isReached} and ${isBefore}
        and c.chain_id in (${sql.join(chains.map(({ id }) => id))}) and ${isListed(chains)}
      order by h.collection_id, i.token_id limit ${limit}
    ) as t
    left join lateral (${selectTokenMint}) as m on t.kind <> 'edition'
    order by t.collection_id, t.token_id`.execute(database)
  return found.rows
}
