import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/**
 * Takes away the facts above a block, and queues the users whose claims rest on blocks above it. It
 * is called before the mints of these blocks are deleted.
 */
export async function revertMarks(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  const { rows } = await sql<{ block_number: number }>`
    select block_number from achievement_cursors
    where chain_id = ${chainId} for update`.execute(transaction)
  const reached = rows[0]?.block_number ?? -1
  if (reached <= blockNumber) return
  await subtractCounts(transaction, chainId, { above: blockNumber, upTo: reached })
  await sql`
    update achievement_cursors set block_number = ${blockNumber}
    where chain_id = ${chainId}`.execute(transaction)
  await sql`
    with doubtful as (
      update achievement_evidence set is_doubtful = true
      where chain_id = ${chainId} and block_number > ${blockNumber}
      returning user_id
    )
    insert into achievement_checks (user_id)
    select distinct user_id from doubtful order by user_id
    on conflict do nothing`.execute(transaction)
}

/** Deletes the facts of these blocks, and subtracts what they added to the counts of collections. */
async function subtractCounts(
  transaction: Database,
  chainId: number,
  { above, upTo }: { above: number; upTo: number },
): Promise<void> {
  await sql`
    with deleted as (
      delete from achievement_marks
      where chain_id = ${chainId} and block_number > ${above}
      returning account, kind, mark
    ), issued as (
      select collection_id, quantity from mints
      where chain_id = ${chainId} and block_number > ${above} and block_number <= ${upTo}
      union all
      select collection_id, (data ->> 'quantity')::bigint from events
      where chain_id = ${chainId} and block_number > ${above} and block_number <= ${upTo}
        and kind = 'airdrop'
    ), minters as (
      select c.id, count(*) as minters
      from (select account, case when kind = 'collection' then mark::uuid end as collection_id
        from deleted) d
      join collections c on c.id = d.collection_id and c.creator <> d.account
      group by c.id
    ), counted as (
      select i.collection_id, sum(i.quantity) as tokens,
        coalesce(max(n.minters), 0) as minters
      from issued i left join minters n on n.id = i.collection_id
      group by i.collection_id
    )
    update achievement_collections a
    set tokens = a.tokens - c.tokens, minters = a.minters - c.minters
    from counted c where c.collection_id = a.collection_id`.execute(transaction)
}
