import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { EventRow } from './activity.ts'
import type { ListedChain } from './listed-state.ts'
import { isListed } from './listed-state.ts'

export type CollectorProfile = {
  /** Null: the account never signed in. */
  user_id: string | null
  username: string | null
  avatar_file: string | null
  bio: string | null
  website_link: string | null
  twitter_link: string | null
  instagram_link: string | null
  warpcast_link: string | null
  lens_link: string | null
  github_link: string | null
  is_blocked: boolean
  /** Network of a contract's account; null for a key's, or none. */
  auth_chain_id: number | null
}

/**
 * Finds the profile of the account that an address is on a network, and whether the
 * operator blocked it. Without a network (null), that of a key account only.
 */
export async function findCollectorProfile(
  database: Database,
  account: string,
  chainId: number | null,
): Promise<CollectorProfile> {
  const found = await sql<CollectorProfile>`
    select u.id as user_id, u.username, u.avatar_file, u.bio, u.website_link, u.twitter_link,
      u.instagram_link, u.warpcast_link, u.lens_link, u.github_link, u.auth_chain_id,
      exists (select from find_creator_block(${account}, ${chainId}::bigint)) as is_blocked
    from (select 1) as one
    left join lateral find_account(${account}, ${chainId}::bigint) u on true`.execute(
    database,
  )
  // Safe: the first part is one row.
  return found.rows[0] as CollectorProfile
}

/**
 * Lists the networks on which an address is a contract's account; empty for a key's account
 * and an address that never signed in.
 */
export async function listContractAccountChains(
  database: Database,
  address: string,
): Promise<number[]> {
  const { rows } = await sql<{ chain_id: number }>`
    select auth_chain_id as chain_id from users
    where address = ${address} and auth_chain_id is not null
    order by auth_chain_id limit 20`.execute(database)
  return rows.map(({ chain_id }) => chain_id)
}

export type HeldOnChain = { chain_id: number; collections: number; quantity: number }

/** Sums an account's holdings in listed collections, over at most `most` collections. */
export async function sumHeld(
  database: Database,
  chains: ListedChain[],
  account: string,
  most: number,
): Promise<{ held: HeldOnChain[]; seen: number }> {
  if (chains.length === 0) return { held: [], seen: 0 }
  const found = await sql<HeldOnChain & { seen: number }>`
    with seen as (
      select collection_id, quantity from holdings where owner = ${account}
      order by collection_id limit ${most + 1})
    select c.chain_id, count(*)::integer as collections, sum(s.quantity)::bigint as quantity,
      (select count(*) from seen)::integer as seen
    from (select * from seen order by collection_id limit ${most}) as s
    cross join lateral (
      select * from collections where id = s.collection_id limit 1) as c
    where c.chain_id in (${sql.join(chains.map(({ id }) => id))}) and ${isListed(chains)}
    group by c.chain_id order by sum(s.quantity) desc, c.chain_id`.execute(database)
  return { held: found.rows, seen: found.rows[0]?.seen ?? 0 }
}

/** Counts the listed collections an account created, up to `most` + 1. */
export async function countCreated(
  database: Database,
  chains: ListedChain[],
  account: string,
  most: number,
): Promise<number> {
  if (chains.length === 0) return 0
  const found = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from collections c
      where c.creator = ${account} and ${isListed(chains)}
        and c.chain_id in (${sql.join(chains.map(({ id }) => id))})
      limit ${most + 1}) as created`.execute(database)
  return found.rows[0]?.count ?? 0
}

/** Finds a listed collection at this address. */
export async function findListedByAddress(
  database: Database,
  chains: ListedChain[],
  address: string,
): Promise<{ chain_id: number; alias: string | null } | undefined> {
  if (chains.length === 0) return undefined
  const found = await sql<{ chain_id: number; alias: string | null }>`
    select c.chain_id, c.alias from collections c
    where c.address = ${address} and ${isListed(chains)}
      and c.chain_id in (${sql.join(chains.map(({ id }) => id))})
    order by c.created_at limit 1`.execute(database)
  return found.rows[0]
}

/**
 * Finds the time of an account's first mint in a listed collection; null if there is none
 * among its first `most` mints.
 */
export async function findFirstMint(
  database: Database,
  chains: ListedChain[],
  account: string,
  most: number,
): Promise<Date | null> {
  if (chains.length === 0) return null
  const found = await sql<{ time: Date }>`
    select m.time from (
      select * from events
      where kind in ('mint', 'airdrop') and data ->> 'to' = ${account}
      order by time, chain_id, block_number, log_index limit ${most}) as m
    cross join lateral (
      select * from collections where id = m.collection_id limit 1) as c
    where c.chain_id in (${sql.join(chains.map(({ id }) => id))}) and ${isListed(chains)}
    order by m.time limit 1`.execute(database)
  return found.rows[0]?.time ?? null
}

/**
 * Position in an account's activity; the fields after the time order events of different
 * networks.
 */
export type ActivityCursor = {
  time: Date
  chain_id: number
  block_number: number
  log_index: number
}

export type ActivityRow = EventRow &
  ActivityCursor & {
    /**
     * False: the collection is unlisted, and its rows are never returned to the client.
     */
    is_shown: boolean
    address: string
    alias: string | null
    collection_kind: 'drop' | 'open_edition' | 'edition'
    name: string
    image_file: string | null
    max_supply: number | null
  }

/**
 * Part of an account's activity: rows after a cursor, with or without created
 * collections.
 */
type ActivitySpan = { after: ActivityCursor | undefined; creates: boolean }

/** Lists an account's newest events after a cursor, unlisted collections included. */
export async function listActivityRows(
  database: Database,
  chains: ListedChain[],
  account: string,
  span: ActivitySpan,
  limit: number,
): Promise<ActivityRow[]> {
  if (chains.length === 0) return []
  const parts = activityParts(account, span, limit)
  const found = await sql<ActivityRow>`
    select d.*, null as previous, null as former, false as is_price_change,
      ${isListed(chains)} and c.chain_id in (${sql.join(chains.map(({ id }) => id))}) as is_shown,
      c.address, c.alias, c.kind as collection_kind, c.name, c.image_file, c.max_supply
    from (
      ${sql.join(parts, sql` union `)} order by time desc, ${inSecond} limit ${limit}) as d
    cross join lateral (
      select * from collections where id = d.collection_id limit 1) as c
    order by d.time desc, d.chain_id desc, d.block_number desc, d.log_index desc
  `.execute(database)
  return found.rows
}

const inSecond = sql`chain_id desc, block_number desc, log_index desc`

/** Selects received, sent and created events, each in the order of its index. */
function activityParts(account: string, { after, creates }: ActivitySpan, limit: number) {
  const columns = sql`chain_id, block_number, log_index, collection_id, kind, data, tx_hash, time`
  const isReached = after
    ? sql`(time, chain_id, block_number, log_index)
        < (${after.time}, ${after.chain_id}, ${after.block_number}, ${after.log_index})`
    : sql`true`
  const part = (isMeant: RawBuilder<unknown>) => sql`
    (select ${columns} from events where ${isMeant} and ${isReached}
      order by time desc, ${inSecond} limit ${limit})`
  const came = part(
    sql`kind in ('mint', 'airdrop', 'transfer') and data ->> 'to' = ${account}`,
  )
  const went = part(sql`kind in ('burn', 'transfer') and data ->> 'from' = ${account}`)
  if (!creates) return [came, went]
  // Ordered by the collection's creation time, which equals the event's and is indexed.
  const created = sql`
    (select ${columns} from (
      select e.*, c.created_at from collections c
      join lateral (
        select * from events where collection_id = c.id and kind = 'created'
        order by block_number desc limit 1) as e on true
      where c.creator = ${account} and ${after ? sql`c.created_at <= ${after.time}` : sql`true`}
    ) as e
    where ${isReached} order by created_at desc, ${inSecond} limit ${limit})`
  return [came, went, created]
}
