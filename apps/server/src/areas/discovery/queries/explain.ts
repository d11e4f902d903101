import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { type ListCriteria, segmentsOf } from './list-order.ts'
import type { PlacedRow } from './lists.ts'

/** What a list sorts a collection by; null: it does not look at it, or nothing is counted. */
export type Terms = {
  score: number | null
  minters: number | null
  mints: number | null
  volume_usd: number | null
  volume_wei: string | null
  price_wei: string | null
  ends_at: Date | null
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

/** What the order looked at when it put the row where it stands: nothing is read for it. */
export function termsOf(criteria: ListCriteria, { place, own }: PlacedRow): Terms {
  const columns = segmentsOf(criteria)[place.part]?.sources[0]?.order ?? []
  const terms = { ...nothing }
  for (const [index, column] of columns.entries()) {
    const value = own[index]
    if (value !== undefined) Object.assign(terms, termOf(column, value))
  }
  return terms
}

function termOf(column: string, value: string): Partial<Terms> {
  switch (column) {
    case 'unique_minters':
    case 'minters':
      return { minters: Number(value) }
    case 'minted':
    case 'mints':
      return { mints: Number(value) }
    case 'volume_wei':
      return { volume_wei: value }
    case 'price_wei':
    case 'neg_price_wei':
      return { price_wei: value.replace('-', '') }
    case 'ends_at':
      return { ends_at: new Date(Math.floor(Number(value) / 1000)) }
    default:
      return {}
  }
}

/** What the scores of these collections are made of, keyed by their ids. */
export async function listScores(
  database: Database,
  ids: string[],
): Promise<Map<string, Terms>> {
  if (ids.length === 0) return new Map()
  const found = await sql<Partial<Terms> & { id: string }>`
    select collection_id as id, score, minters, mints, volume_usd from trending_scores
    where collection_id = any(${`{${ids.join(',')}}`}::uuid[])`.execute(database)
  return new Map(found.rows.map(({ id, ...terms }) => [id, { ...nothing, ...terms }]))
}
