import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { excludeIds } from '../../../database/rows.ts'
import type { ListedState } from '../../collections/queries/listed-state.ts'
import { facetsOfFilter } from '../../indexing/facets.ts'

/** Literals: the index of these rows matches no parameter. */
const upcoming = facetsOfFilter({ status: 'upcoming' }).map((facet) => sql.lit(facet))

/** Lists the ids of upcoming collections by the time they open, at most `limit`. */
export async function listStartingIds(
  database: Database,
  { chains, unconfirmed }: Pick<ListedState, 'chains' | 'unconfirmed'>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const conditions = [
    sql`t.is_listed`,
    sql`t.facet in (${sql.join(upcoming)})`,
    sql`t.changes_at > ${now}`,
    sql`t.chain_id in (${sql.join(chains.map(({ id }) => id))})`,
    ...excludeIds(
      sql`t.collection_id`,
      unconfirmed.map(({ id }) => id),
    ),
  ]
  const { rows } = await sql<{ id: string }>`
    select t.collection_id as id from collection_prices t
    where ${sql.join(conditions, sql` and `)}
    order by t.changes_at, t.created_at, t.collection_id limit ${limit}`.execute(database)
  return rows.map(({ id }) => id)
}
