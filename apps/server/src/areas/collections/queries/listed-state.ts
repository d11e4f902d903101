import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Chain fields that lists need: coin rate and confirmation depth. */
export type ListedChain = {
  id: number
  /** Number of its listed collections, where it was counted. */
  total?: number
  /** USD for one wei; null where there is no rate. */
  usdPerWei: string | null
  confirmations: number
}

/** State of the listed collections that every list query needs first. */
export type ListedState = {
  /** Chains with a cursor, or without required confirmations. */
  chains: ListedChain[]
  /** Listed collections on these chains, confirmed or not. */
  total: number
  /** Listed collections on all chains. */
  ofAll: number
  isWhole: boolean
  unconfirmed: Unconfirmed[]
}

/** Listed collection whose block is not confirmed, with what it counts as in a filter. */
export type Unconfirmed = { id: string; facet: number; kind: number }

export async function readListedState(
  database: Database,
  chains: ListedChain[],
): Promise<ListedState> {
  const found = await sql<ChainState>`
    select n.chain_id, n.total, n.newest_block, s.confirmed_number
    from (
      select chain_id, sum(change)::bigint as total, max(newest_block) as newest_block
      from list_counts group by chain_id) as n
    left join chain_cursors s on s.chain_id = n.chain_id`.execute(database)
  const states = new Map(found.rows.map((row) => [row.chain_id, row]))
  const known = chains.flatMap((chain) => {
    const { total = 0, confirmed_number = null } = states.get(chain.id) ?? {}
    const isUnread = chain.confirmations > 0 && confirmed_number === null
    return isUnread ? [] : [{ ...chain, total }]
  })
  const waiting = known.flatMap(({ id, confirmations }) => {
    const { newest_block = -1, confirmed_number } = states.get(id) ?? {}
    return confirmations > 0 && newest_block > (confirmed_number ?? -1) ? [id] : []
  })
  return {
    chains: known,
    total: known.reduce((sum, { total }) => sum + total, 0),
    ofAll: found.rows.reduce((sum, { total }) => sum + total, 0),
    isWhole: found.rows.every(
      ({ chain_id, total }) => total === 0 || known.some(({ id }) => id === chain_id),
    ),
    unconfirmed: await listUnconfirmed(database, waiting),
  }
}

type ChainState = {
  chain_id: number
  total: number
  newest_block: number
  confirmed_number: number | null
}

/** Lists the few listed collections on these chains whose block is not confirmed. */
async function listUnconfirmed(
  database: Database,
  chainIds: number[],
): Promise<Unconfirmed[]> {
  if (chainIds.length === 0) return []
  const found = await sql<Unconfirmed>`
    select c.* from chain_cursors s cross join lateral (
      select t.collection_id as id, t.facet, t.kind from collection_prices t
      where t.is_listed and t.chain_id = s.chain_id
        and t.created_block > s.confirmed_number) as c
    where s.chain_id in (${sql.join(chainIds)})`.execute(database)
  return found.rows
}

/**
 * Merges the per-change rows of the list counts into one row per chain, so that readers
 * sum few rows.
 */
export async function compactListCounts(database: Database): Promise<void> {
  await sql`
    with gone as (delete from list_counts returning chain_id, change, newest_block)
    insert into list_counts (chain_id, change, newest_block)
    select chain_id, sum(change), max(newest_block) from gone
    group by chain_id having sum(change) <> 0`.execute(database)
}

/** Condition: the collection is listed, and confirmed where its chain requires it. */
export function isListed(chains: ListedChain[]): RawBuilder<unknown> {
  const isConfirmed = chains
    .filter(({ confirmations }) => confirmations > 0)
    .map(
      ({ id }) => sql`and not (c.chain_id = ${id} and c.created_block > coalesce((
        select confirmed_number from chain_cursors where chain_id = ${id}), -1))`,
    )
  return sql`c.is_listed ${sql.join(isConfirmed, sql` `)}`
}
