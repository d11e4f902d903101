import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** The account of a user. */
export type AchievementUser = {
  id: string
  address: string
  /** Network of a contract's account; null: a key's account, on every network. */
  auth_chain_id: number | null
}

/** Counts of an account by confirmed blocks and its profile. */
export type AccountFacts = {
  profile_fields: number
  collections: number
  networks: number
  others: number
  early: number
  sales: number
  longest_streak: number
  created: number
  created_networks: number
  most_minters: number
  sold_out: number
}

/** Copies of an edition from which it counts as sold out, and the accounts it needs. */
const SOLD_OUT = { supply: 25, minters: 10 }

export function findAchievementUser(
  database: Database,
  userId: string,
): Promise<AchievementUser | undefined> {
  return database
    .selectFrom('users')
    .select(['id', 'address', 'auth_chain_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Reads the counts of an account, by its own rows alone. */
export async function readFacts(
  database: Database,
  { id, address, auth_chain_id }: AchievementUser,
): Promise<AccountFacts> {
  const { rows } = await sql<AccountFacts>`
    with marks as materialized (
      select kind, mark, chain_id from achievement_marks
      where account = ${address}
        and (${auth_chain_id}::bigint is null or chain_id = ${auth_chain_id}::bigint)
    ), days as (
      select day, day - (row_number() over (order by day))::integer as run
      from (select distinct mark::date as day from marks where kind = 'day') as d
    ), own as (
      select c.chain_id, c.max_supply, coalesce(a.minters, 0) as minters,
        coalesce(a.tokens, 0) as tokens
      from collections c
      join chain_cursors k on k.chain_id = c.chain_id and c.created_block <= k.confirmed_number
      left join achievement_collections a on a.collection_id = c.id
      where c.creator = ${address}
        and (${auth_chain_id}::bigint is null or c.chain_id = ${auth_chain_id}::bigint)
    )
    select
      (select num_nonnulls(nullif(username, ''), nullif(bio, ''), avatar_file)
        from users where id = ${id})::integer as profile_fields,
      (select count(distinct mark) from marks where kind = 'collection')::integer as collections,
      (select count(distinct chain_id) from marks where kind = 'collection')::integer as networks,
      (select count(distinct mark) from marks where kind = 'other')::integer as others,
      (select count(distinct mark) from marks where kind = 'early')::integer as early,
      (select count(distinct mark) from marks where kind = 'sale')::integer as sales,
      coalesce((select max(days_in_run) from (
        select count(*) as days_in_run from days group by run) as runs), 0)::integer
        as longest_streak,
      (select count(*) from own)::integer as created,
      (select count(distinct chain_id) from own)::integer as created_networks,
      coalesce((select max(minters) from own), 0)::integer as most_minters,
      (select count(*) from own where max_supply >= ${SOLD_OUT.supply}
        and tokens >= max_supply and minters >= ${SOLD_OUT.minters})::integer as sold_out`.execute(
    database,
  )
  const [facts] = rows
  if (!facts) throw new Error('facts of an account are one row')
  return facts
}

/** Counts of the names of an account, as of confirmed blocks of their home chain. */
export type NameFacts = { owned: number; short: number; has_primary: boolean }

/** Names of an account that are looked at, at most. */
const MAX_NAMES = 1000

/** Reads the counts of names that an account owns. */
export async function readNameFacts(
  database: Database,
  homeChainId: number,
  address: string,
): Promise<NameFacts> {
  const { rows } = await sql<NameFacts>`
    with confirmed as (
      select confirmed_number as block from chain_cursors where chain_id = ${homeChainId}
    ), own as (
      select n.name, n.payer, (
        select max(e.block_number) from name_events e
        where e.chain_id = n.chain_id and e.name = n.name and e.kind = 'transfer') as moved
      from names n where n.chain_id = ${homeChainId} and n.owner = ${address}
      limit ${MAX_NAMES}
    ), settled as (
      select own.* from own, confirmed where own.moved <= confirmed.block
    )
    select
      (select count(*) from settled)::integer as owned,
      (select count(*) from settled
        where length(name) <= 4 and payer = ${address})::integer as short,
      exists (
        select from name_accounts p, confirmed
        where p.chain_id = ${homeChainId} and p.account = ${address}
          and p.onchain in (select name from settled)
          and (select max(e.block_number) from name_events e
            where e.chain_id = p.chain_id and e.account = p.account and e.kind = 'primary')
            <= confirmed.block) as has_primary`.execute(database)
  return rows[0] ?? { owned: 0, short: 0, has_primary: false }
}

/** Returns whether blocks that are not counted yet have something of an account. */
export async function hasUncounted(
  database: Database,
  { address, auth_chain_id }: AchievementUser,
): Promise<boolean> {
  const { rows } = await sql<{ has_uncounted: boolean }>`
    select exists (
      select from chain_cursors k
      left join achievement_cursors a on a.chain_id = k.chain_id
      cross join lateral (select coalesce(a.block_number, -1) as counted) as b
      where k.block_number > b.counted
        and (${auth_chain_id}::bigint is null or k.chain_id = ${auth_chain_id}::bigint)
        and (exists (
            select from mints m join collections c on c.id = m.collection_id
            where m.chain_id = k.chain_id and m.block_number > b.counted
              and (m.minter = ${address} or c.creator = ${address}))
          or exists (
            select from collections c
            where c.creator = ${address} and c.chain_id = k.chain_id
              and c.created_block > b.counted)
          or exists (
            select from name_events e
            where e.chain_id = k.chain_id and e.block_number > b.counted
              and (e.account = ${address} or e.data ->> 'to' = ${address}))))
      as has_uncounted`.execute(database)
  return rows[0]?.has_uncounted ?? false
}

/** Lists the block up to which each chain is confirmed, and whether its indexer is behind. */
export async function listFactBlocks(
  database: Database,
  now: Date,
): Promise<{ chain_id: number; confirmed: number; is_behind: boolean }[]> {
  const { rows } = await sql<{
    chain_id: number
    confirmed: number
    is_behind: boolean
  }>`
    select c.chain_id, c.confirmed_number as confirmed,
      coalesce(s.status, 'following') <> 'following'
        or (c.head_number > c.block_number and c.block_time < ${now}::timestamptz - interval '60 s')
        or coalesce(c.heartbeat_at < ${now}::timestamptz - interval '60 s', false) as is_behind
    from chain_cursors c
    left join chain_statuses s on s.chain_id = c.chain_id`.execute(database)
  return rows
}
