import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { type ListCriteria, toListSegments } from './list-order.ts'
import type { PlacedRow } from './lists.ts'

/** Values a list sorts a collection by; null: not used by the order, or not counted. */
export type SortTerms = {
  score: number | null
  minters: number | null
  mints: number | null
  volume_usd: number | null
  volume_wei: string | null
  price_wei: string | null
  ends_at: Date | null
}

/** Terms of a collection without counted values. */
export const noSortTerms: SortTerms = {
  score: null,
  minters: null,
  mints: null,
  volume_usd: null,
  volume_wei: null,
  price_wei: null,
  ends_at: null,
}

/** Returns the sort values of a row from its cursor, without a query. */
export function toSortTerms(
  criteria: ListCriteria,
  { place, own }: PlacedRow,
): SortTerms {
  const columns = toListSegments(criteria)[place.part]?.sources[0]?.order ?? []
  const terms = { ...noSortTerms }
  // Not a sort value, as it is the same for all.
  if (criteria.filter?.isFree && isByPrice(criteria)) terms.price_wei = '0'
  for (const [index, column] of columns.entries()) {
    const value = own[index]
    if (value !== undefined) Object.assign(terms, toSortTerm(column, value))
  }
  return terms
}

function isByPrice({ sort }: ListCriteria): boolean {
  return sort === 'price_asc' || sort === 'price_desc'
}

function toSortTerm(column: string, value: string): Partial<SortTerms> {
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

/** Lists the components of these collections' trending scores, keyed by id. */
export async function listScores(
  database: Database,
  ids: string[],
): Promise<Map<string, SortTerms>> {
  if (ids.length === 0) return new Map()
  const found = await sql<Partial<SortTerms> & { id: string }>`
    select collection_id as id, score, minters, mints, volume_usd from trending_scores
    where collection_id = any(${`{${ids.join(',')}}`}::uuid[])`.execute(database)
  return new Map(found.rows.map(({ id, ...terms }) => [id, { ...noSortTerms, ...terms }]))
}
