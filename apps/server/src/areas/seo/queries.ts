import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** What a share image shows of an account. */
type ProfileRow = { username: string | null; avatar_file: string | null }

/**
 * An account that signed in, or that created something which is listed; undefined for any other
 * address, and for a creator whom the operator blocked.
 */
export async function findSharedProfile(
  database: Database,
  address: string,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select u.username, u.avatar_file
    from (select ${address}::text as address) a left join users u on u.address = a.address
    where (u.id is not null or exists (
        select from collections c where c.creator = a.address and c.is_listed))
      and not exists (select from blocked_creators b where b.address = a.address)`.execute(
    database,
  )
  return rows[0]
}

/** Where a collection stands in the order of the sitemap: one of its network after the other. */
export type SitemapCursor = { created_block: number; id: string }

type SitemapRow = SitemapCursor & {
  address: string
  alias: string | null
  updated_at: Date
}

type Part = {
  /** Collections of later blocks are not confirmed yet. */
  chain: { id: number; confirmed: number }
  /** Absent: from the first one. */
  after: SitemapCursor | undefined
}

/** The next listed collections of a network, `most` at most. */
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

/** Where the page ends that begins after `part.after`; undefined when it is the last one. */
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

/** Up to which block the rows of each network are confirmed. */
export async function listConfirmedNumbers(
  database: Database,
): Promise<Map<number, number>> {
  const found = await database
    .selectFrom('chain_cursors')
    .select(['chain_id', 'confirmed_number'])
    .execute()
  return new Map(
    found.map(({ chain_id, confirmed_number }) => [chain_id, confirmed_number]),
  )
}
