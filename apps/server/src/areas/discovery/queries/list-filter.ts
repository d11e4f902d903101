import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Unconfirmed } from '../../collections/queries/listed-state.ts'
import { filterConditions, type ListFilter } from './list-order.ts'

type Limits = Omit<ListFilter, 'filled'>

/** Filter with the number of collections that pass it. */
export type CountedFilter = { filter: ListFilter; total: number }

/**
 * Counts the listed collections of these chains that pass a filter, and finds their facets.
 * `unconfirmed` are the collections that lists omit.
 */
export async function readFilter(
  database: Database,
  limits: Limits,
  chainIds: number[],
  unconfirmed: Unconfirmed[],
): Promise<CountedFilter> {
  if (chainIds.length === 0) return { filter: { ...limits, filled: new Map() }, total: 0 }
  const conditions = sql.join(
    [sql`t.chain_id in (${sql.join(chainIds)})`, ...filterConditions(limits)],
    sql` and `,
  )
  const { rows } = await sql<{ chain_id: number; facet: number; total: number }>`
    select t.chain_id, t.facet, sum(t.change)::bigint as total from list_facet_counts t
    where ${conditions} group by 1, 2 having sum(t.change) > 0 order by 1, 2`.execute(
    database,
  )
  const filled = new Map<number, number[]>()
  for (const { chain_id, facet } of rows) {
    filled.set(chain_id, [...(filled.get(chain_id) ?? []), facet])
  }
  const omitted = unconfirmed.filter((of) => passes(limits, of)).length
  const listed = rows.reduce((sum, { total }) => sum + total, 0)
  return { filter: { ...limits, filled }, total: Math.max(0, listed - omitted) }
}

function passes({ facets, kind }: Limits, of: Unconfirmed): boolean {
  return (
    (facets === undefined || facets.includes(of.facet)) &&
    (kind === undefined || kind === of.kind)
  )
}

/** Merges the rows of changes into one per chain, facet and kind, so that readers sum few. */
export async function compactFacetCounts(database: Database): Promise<void> {
  await sql`
    with gone as (delete from list_facet_counts returning chain_id, facet, kind, change)
    insert into list_facet_counts (chain_id, facet, kind, change)
    select chain_id, facet, kind, sum(change) from gone
    group by 1, 2, 3 having sum(change) <> 0`.execute(database)
}
