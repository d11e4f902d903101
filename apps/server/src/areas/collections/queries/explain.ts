import { sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'
import type { ListSort } from './list-order.ts'
import type { RankWindow } from './ranks.ts'

/** What a list sorts a collection by; null: nothing is counted. */
export type Terms = {
  score: number | null
  minters: number | null
  mints: number | null
  volume_usd: number | null
  volume_wei: string | null
  price_wei: string | null
  ends_at: Date | null
}

/** What these collections are sorted by, keyed by their ids. */
export async function listTerms(
  database: Database,
  sort: ListSort,
  window: RankWindow | null,
  ids: string[],
): Promise<Map<string, Terms>> {
  if (ids.length === 0) return new Map()
  const found = await sql<Partial<Terms> & { id: string }>`
    ${termsOf(sort, window)} = any(${`{${ids.join(',')}}`}::uuid[])`.execute(database)
  return new Map(found.rows.map(({ id, ...terms }) => [id, { ...nothing, ...terms }]))
}

/** Of a collection that nothing is counted of. */
export const nothing: Terms = {
  score: null,
  minters: null,
  mints: null,
  volume_usd: null,
  volume_wei: null,
  price_wei: null,
  ends_at: null,
}

function termsOf(sort: ListSort, window: RankWindow | null) {
  if (sort === 'trending') {
    return sql`select collection_id as id, score, minters, mints, volume_usd
      from trending_scores where collection_id`
  }
  if (sort === 'price_asc' || sort === 'price_desc' || sort === 'ending_soon') {
    return sql`select collection_id as id, price_wei, ends_at
      from collection_offers where collection_id`
  }
  if (window) {
    return sql`select collection_id as id, minters, mints, volume_wei
      from collection_ranks where time_window = ${window} and collection_id`
  }
  return sql`select id, unique_minters as minters, minted as mints, volume_wei
    from collections where id`
}
