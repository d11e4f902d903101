import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Counts the statistics of a chain anew, after its backfill. */
export async function rebuildStats(
  transaction: Database,
  chainId: number,
): Promise<void> {
  for (const table of ['mint_hours', 'referrer_mints', 'holder_counts']) {
    await sql`
      delete from ${sql.table(table)} s using collections c
      where c.id = s.collection_id and c.chain_id = ${chainId}`.execute(transaction)
  }
  await countSaleHours(transaction, chainId)
  await sql`
    insert into referrer_mints (collection_id, referrer, quantity, volume_wei)
    select collection_id, referrer, sum(quantity), sum(quantity * price_wei)
    from mints where chain_id = ${chainId} and referrer is not null
    group by 1, 2`.execute(transaction)
  await sql`
    insert into holder_counts (collection_id, quantity, holders)
    select h.collection_id, h.quantity, count(*)
    from holdings h join collections c on c.id = h.collection_id
    where c.chain_id = ${chainId} and h.quantity > 0
    group by 1, 2`.execute(transaction)
}

/**
 * A minter is counted in the row of the first mint of the hour, of the day, and overall.
 */
async function countSaleHours(transaction: Database, chainId: number): Promise<void> {
  await sql`
    insert into mint_hours (collection_id, hour, phase_id, quantity, volume_wei, free,
      referred, referred_volume_wei, lowest_price_wei, highest_price_wei, hour_minters,
      day_minters, new_minters)
    select m.collection_id, date_trunc('hour', m.time, 'UTC'), m.phase_id, sum(m.quantity),
      sum(m.quantity * m.price_wei),
      sum(case when m.price_wei = 0 then m.quantity else 0 end),
      sum(m.referred), sum(m.referred * m.price_wei), min(m.price_wei), max(m.price_wei),
      ${firstOf('hour')}, ${firstOf('day')},
      count(*) filter (where m.counts and m.previous is null)
    from (
      select n.*, n.minter <> c.creator as counts,
        case when n.referrer is null then 0 else n.quantity end as referred,
        lag(n.time) over (partition by n.collection_id, n.minter
          order by n.block_number, n.log_index) as previous
      from mints n join collections c on c.id = n.collection_id
      where n.chain_id = ${chainId}
    ) as m group by 1, 2, 3`.execute(transaction)
}

/** Counts mints that are the first of their minter in the current `unit`. */
function firstOf(unit: 'hour' | 'day'): RawBuilder<unknown> {
  const began = sql`date_trunc(${sql.lit(unit)}, m.time, 'UTC')`
  return sql`count(*) filter (where m.counts
    and (m.previous is null or m.previous < ${began}))`
}
