import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Mints in one batch, about. */
const BATCH_MINTS = 5000
/** Tokens of a collection that count as early. */
const EARLY_TOKENS = 10

/**
 * Collects the facts of a batch of confirmed blocks of a chain, and queues the users that they may
 * concern. Returns false when nothing was left, or another process is at it.
 */
export async function collectMarks(
  database: Database,
  { chainId, homeChainId }: { chainId: number; homeChainId: number | undefined },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const range = await lockRange(transaction, chainId)
    if (!range) return false
    await insertMarks(transaction, chainId, range)
    await queueUsers(transaction, chainId, range)
    if (chainId === homeChainId) await queueNameUsers(transaction, chainId, range)
    await transaction
      .updateTable('achievement_cursors')
      .set({ block_number: range.upTo })
      .where('chain_id', '=', chainId)
      .execute()
    return true
  })
}

type BlockRange = { above: number; upTo: number }

/** Locks the cursor of a chain, and returns the next blocks; undefined: there are none to do. */
async function lockRange(
  transaction: Database,
  chainId: number,
): Promise<BlockRange | undefined> {
  await sql`
    insert into achievement_cursors (chain_id, block_number) values (${chainId}, -1)
    on conflict do nothing`.execute(transaction)
  const { rows } = await sql<{ above: number; confirmed: number }>`
    select a.block_number as above, c.confirmed_number as confirmed
    from achievement_cursors a
    join chain_cursors c on c.chain_id = a.chain_id
    where a.chain_id = ${chainId} and a.block_number < c.confirmed_number
    for update of a skip locked`.execute(transaction)
  const [found] = rows
  if (!found) return undefined
  const { above, confirmed } = found
  const { rows: counted } = await sql<{ mints: number; last: number | null }>`
    select count(*)::integer as mints, max(block_number) as last from (
      select block_number from mints
      where chain_id = ${chainId} and block_number > ${above} and block_number <= ${confirmed}
      order by block_number limit ${BATCH_MINTS}) as batch`.execute(transaction)
  const { mints = 0, last = null } = counted[0] ?? {}
  return { above, upTo: mints < BATCH_MINTS || last === null ? confirmed : last }
}

/** Stores the first block of each fact, and counts tokens and minters of collections. */
async function insertMarks(
  transaction: Database,
  chainId: number,
  { above, upTo }: BlockRange,
): Promise<void> {
  await sql`
    with minted as materialized (
      select m.minter, m.collection_id, m.block_number, m.log_index, m.quantity, m.price_wei,
        m.time, c.creator
      from mints m join collections c on c.id = m.collection_id
      where m.chain_id = ${chainId} and m.block_number > ${above} and m.block_number <= ${upTo}
    ), issued as materialized (
      select collection_id, block_number, log_index, quantity, minter, creator from minted
      union all
      select collection_id, block_number, log_index, (data ->> 'quantity')::bigint, null, null
      from events
      where chain_id = ${chainId} and block_number > ${above} and block_number <= ${upTo}
        and kind = 'airdrop'
    ), placed as (
      select i.*, coalesce(a.tokens, 0) + coalesce(sum(i.quantity) over (
        partition by i.collection_id order by i.block_number, i.log_index
        rows between unbounded preceding and 1 preceding), 0) as earlier
      from issued i left join achievement_collections a using (collection_id)
    ), facts as (
      select minter as account, 'collection' as kind, collection_id::text as mark, block_number
        from minted
      union all
      select minter, 'other', 'once', block_number from minted where minter <> creator
      union all
      select minter, 'day', to_char(time at time zone 'UTC', 'YYYY-MM-DD'), block_number
        from minted
      union all
      select creator, 'sale', collection_id::text, block_number from minted
        where minter <> creator and price_wei > 0
      union all
      select minter, 'early', collection_id::text, block_number from placed
        where minter <> creator and earlier < ${EARLY_TOKENS}
    ), inserted as (
      insert into achievement_marks (account, kind, mark, chain_id, block_number)
      select account, kind, mark, ${chainId}, min(block_number) from facts
      group by account, kind, mark order by account, kind, mark
      on conflict do nothing
      returning account, kind, mark
    ), queued as (
      insert into achievement_checks (user_id)
      select u.id from users u
      where u.address in (select account from inserted)
        and (u.auth_chain_id is null or u.auth_chain_id = ${chainId})
      order by u.id
      on conflict do nothing
    ), minters as (
      select c.id, count(*) as minters
      from (select account, case when kind = 'collection' then mark::uuid end as collection_id
        from inserted) n
      join collections c on c.id = n.collection_id and c.creator <> n.account
      group by c.id
    )
    insert into achievement_collections as a (collection_id, tokens, minters)
    select i.collection_id, sum(i.quantity), coalesce(max(n.minters), 0)
    from issued i left join minters n on n.id = i.collection_id
    group by i.collection_id order by i.collection_id
    on conflict (collection_id) do update set
      tokens = a.tokens + excluded.tokens, minters = a.minters + excluded.minters`.execute(
    transaction,
  )
}

/** Queues the creators of collections that were made or minted in these blocks. */
async function queueUsers(
  transaction: Database,
  chainId: number,
  { above, upTo }: BlockRange,
): Promise<void> {
  await sql`
    insert into achievement_checks (user_id)
    select u.id from users u
    where u.address in (
        select creator from collections
        where chain_id = ${chainId} and created_block > ${above} and created_block <= ${upTo}
        union
        select c.creator from mints m join collections c on c.id = m.collection_id
        where m.chain_id = ${chainId} and m.block_number > ${above}
          and m.block_number <= ${upTo})
      and (u.auth_chain_id is null or u.auth_chain_id = ${chainId})
    order by u.id
    on conflict do nothing`.execute(transaction)
}

/** Queues the accounts whose names changed in these blocks. */
async function queueNameUsers(
  transaction: Database,
  chainId: number,
  { above, upTo }: BlockRange,
): Promise<void> {
  await sql`
    insert into achievement_checks (user_id)
    select u.id from users u
    where u.address in (
        select coalesce(account, data ->> 'to') from name_events
        where chain_id = ${chainId} and block_number > ${above} and block_number <= ${upTo}
          and kind in ('transfer', 'primary'))
      and (u.auth_chain_id is null or u.auth_chain_id = ${chainId})
    order by u.id
    on conflict do nothing`.execute(transaction)
}
