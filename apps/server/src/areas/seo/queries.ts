import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** Account fields of a share image. */
type ProfileRow = { username: string | null; avatar_file: string | null }

/**
 * Finds the account of an address on a network, if it signed in or created a listed
 * collection; undefined for others and for blocked creators. Without a network (null),
 * only key accounts have a name and picture.
 */
export async function findSharedProfile(
  database: Database,
  address: string,
  chainId: number | null,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select u.username, u.avatar_file
    from (select ${address}::text as address) a
    left join lateral find_account(a.address, ${chainId}::bigint) u on true
    where (u.id is not null or exists (
        select from collections c where c.creator = a.address and c.is_listed
          and (${chainId}::bigint is null or c.chain_id = ${chainId}::bigint)))
      and not exists (select from find_creator_block(a.address, ${chainId}::bigint))`.execute(
    database,
  )
  return rows[0]
}

/** Position in the sitemap's order, within one network. */
export type SitemapCursor = { created_block: number; id: string }

type SitemapRow = SitemapCursor & {
  address: string
  alias: string | null
  updated_at: Date
}

type Part = {
  /** Collections of later blocks are not confirmed yet. */
  chain: { id: number; confirmed: number }
  /** Absent: starts at the first collection. */
  after: SitemapCursor | undefined
}

/** Lists the next listed collections of a network, at most `most`. */
export function listSitemapRows(
  database: Database,
  part: Part,
  most: number,
): Promise<SitemapRow[]> {
  return after(database, part)
    .select(['address', 'alias', 'updated_at', 'created_block', 'id'])
    .limit(most)
    .execute()
}

/**
 * Finds the end of the page that starts after `part.after`; undefined for the last page.
 */
export function findSitemapPageEnd(
  database: Database,
  part: Part,
  perPage: number,
): Promise<SitemapCursor | undefined> {
  return after(database, part)
    .select(['created_block', 'id'])
    .offset(perPage - 1)
    .limit(1)
    .executeTakeFirst()
}

function after(database: Database, { chain, after: place }: Part) {
  const listed = database
    .selectFrom('collections')
    .where('chain_id', '=', chain.id)
    .where('is_listed', '=', true)
    .where('created_block', '<=', chain.confirmed)
    .orderBy('created_block')
    .orderBy('id')
  if (!place) return listed
  const { created_block, id } = place
  return listed.where(sql<boolean>`(created_block, id) > (${created_block}, ${id}::uuid)`)
}
