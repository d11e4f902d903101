import type { StatsInterval } from '@platemark/api/stats'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

export type SoldRow = {
  /** Start of the interval. */
  start: Date
  phase_id: number
  minted: number
  minters: number
  new_minters: number
  volume_wei: string
  /** Tokens that cost only the mint fee. */
  free: number
  lowest_price_wei: string
  highest_price_wei: string
}

/**
 * Lists the sales per interval and phase, in order of time; intervals without sales are
 * omitted.
 */
export async function listSold(
  database: Database,
  collectionId: string,
  { interval, from, to }: { interval: StatsInterval; from: Date; to: Date },
): Promise<SoldRow[]> {
  const minters = interval === 'hour' ? sql.ref('hour_minters') : sql.ref('day_minters')
  const { rows } = await sql<SoldRow>`
    select date_trunc(${interval}::text, hour, 'UTC') as start, phase_id,
      sum(quantity)::bigint as minted, sum(${minters})::bigint as minters,
      sum(new_minters)::bigint as new_minters, sum(volume_wei) as volume_wei,
      sum(free)::bigint as free, min(lowest_price_wei) as lowest_price_wei,
      max(highest_price_wei) as highest_price_wei
    from mint_hours
    where collection_id = ${collectionId} and hour >= ${from} and hour < ${to}
    group by 1, 2 order by 1, 2`.execute(database)
  return rows
}

export type PhaseSoldRow = {
  phase_id: number
  /** Null if the phase no longer exists. */
  title: string | null
  minted: number
  volume_wei: string
  free: number
  /** Tokens minted through referrers. */
  referred: number
  referred_volume_wei: string
}

/** Lists the total sales per phase. */
export async function listSoldByPhase(
  database: Database,
  collectionId: string,
): Promise<PhaseSoldRow[]> {
  const { rows } = await sql<PhaseSoldRow>`
    select s.phase_id, p.title, s.minted, s.volume_wei, s.free, s.referred,
      s.referred_volume_wei
    from (
      select phase_id, sum(quantity)::bigint as minted,
        sum(volume_wei) as volume_wei, sum(free)::bigint as free,
        sum(referred)::bigint as referred,
        sum(referred_volume_wei) as referred_volume_wei
      from mint_hours where collection_id = ${collectionId} group by phase_id
    ) as s
    left join phases p on p.collection_id = ${collectionId} and p.phase_id = s.phase_id
    order by s.phase_id`.execute(database)
  return rows
}

type ReferrerRow = {
  referrer: string
  /** Null: none chosen, or the account is blocked. */
  username: string | null
  quantity: number
  volume_wei: string
}

/** Lists the `most` referrers with the most mints, with their names on the collection's chain. */
export async function listReferrers(
  database: Database,
  { id, chain_id }: { id: string; chain_id: number },
  most: number,
): Promise<ReferrerRow[]> {
  const { rows } = await sql<ReferrerRow>`
    select r.referrer, u.username, r.quantity, r.volume_wei
    from (
      select referrer, quantity, volume_wei from referrer_mints
      where collection_id = ${id} order by quantity desc, referrer limit ${most}) as r
    left join lateral (
      select * from find_account(r.referrer, ${chain_id})
      where not exists (select from find_creator_block(r.referrer, ${chain_id}))
      limit 1) as u on true
    order by r.quantity desc, r.referrer`.execute(database)
  return rows
}

/** Lists how many wallets minted in each allowlist phase; phases without a mint are omitted. */
export async function listMintersByList(
  database: Database,
  collectionId: string,
): Promise<{ phase_id: number; wallets: number }[]> {
  const { rows } = await sql<{ phase_id: number; wallets: number }>`
    select phase_id, count(distinct minter) as wallets from mints
    where collection_id = ${collectionId} and phase_id < ${PUBLIC_PHASE_ID}
    group by phase_id order by phase_id`.execute(database)
  return rows
}

/** Counts the referrers of a collection. */
export async function countReferrers(
  database: Database,
  collectionId: string,
): Promise<number> {
  const { referrers } = await database
    .selectFrom('referrer_mints')
    .select(({ fn }) => fn.countAll<number>().as('referrers'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow()
  return referrers
}

/** Returns the last block of a chain that the index contains; 0 before the first. */
export async function findIndexedBlock(
  database: Database,
  chainId: number,
): Promise<number> {
  const cursor = await database
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return cursor?.block_number ?? 0
}

/** Lists the number of holders per quantity. */
export function listHolderCounts(
  database: Database,
  collectionId: string,
): Promise<{ quantity: number; holders: number }[]> {
  return database
    .selectFrom('holder_counts')
    .select(['quantity', 'holders'])
    .where('collection_id', '=', collectionId)
    .orderBy('quantity')
    .execute()
}

export type IncomeRow = {
  collection_id: string
  mint_fee_wei: string
  minted: number
  volume_wei: string
  /** Tokens that cost only the mint fee. */
  free: number
}

/** Lists the total sales of collections; those without a sale are omitted. */
export async function listIncome(
  database: Database,
  collectionIds: string[],
): Promise<IncomeRow[]> {
  if (collectionIds.length === 0) return []
  const { rows } = await sql<IncomeRow>`
    select s.collection_id, c.mint_fee_wei, s.minted, s.volume_wei, s.free
    from (
      select collection_id, sum(quantity)::bigint as minted,
        sum(volume_wei) as volume_wei, sum(free)::bigint as free
      from mint_hours where collection_id in (${sql.join(collectionIds)})
      group by collection_id
    ) as s
    join collections c on c.id = s.collection_id`.execute(database)
  return rows
}
