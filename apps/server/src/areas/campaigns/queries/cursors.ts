import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/**
 * Locks the cursors of a campaign until the end of the transaction, and returns up to which block
 * the events of each network are credited; -1: none yet. A reorganisation waits for them.
 */
export async function lockCursors(
  transaction: Database,
  id: string,
  chainIds: readonly number[],
): Promise<Map<number, number>> {
  await sql`
    insert into campaign_cursors (campaign_id, chain_id, block_number)
    select ${id}::uuid, chain_id, -1 from unnest(${chainIds}::bigint[]) as c(chain_id)
    order by chain_id
    on conflict do nothing`.execute(transaction)
  const rows = await transaction
    .selectFrom('campaign_cursors')
    .select(['chain_id', 'block_number'])
    .where('campaign_id', '=', id)
    .orderBy('chain_id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ chain_id, block_number }) => [chain_id, block_number]))
}

/** Moves the cursors of a campaign. */
export async function saveCursors(
  transaction: Database,
  id: string,
  blocks: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [chain_id, block_number] of blocks) {
    await transaction
      .updateTable('campaign_cursors')
      .set({ block_number })
      .where('campaign_id', '=', id)
      .where('chain_id', '=', chain_id)
      .execute()
  }
}

/** Puts entries under review; without addresses, all of them. */
export async function addReviews(
  transaction: Database,
  id: string,
  addresses?: readonly string[],
): Promise<void> {
  await sql`
    insert into campaign_reviews (campaign_id, address)
    select campaign_id, address from campaign_entries where campaign_id = ${id}
      ${addresses ? sql`and address = any (${addresses}::text[])` : sql``}
    on conflict do nothing`.execute(transaction)
}

/** Returns whether an entry of the campaign is under review. */
export async function hasReviews(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('campaign_reviews')
    .select('address')
    .where('campaign_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the reviews of a campaign: sums of these entries are computed anew. */
export async function endReviews(transaction: Database, id: string): Promise<void> {
  await sql`
    with ended as (
      delete from campaign_reviews where campaign_id = ${id} returning address
    )
    update campaign_entries e set is_stale = true
    where e.campaign_id = ${id} and not e.is_stale
      and e.address in (select address from ended)`.execute(transaction)
}

/** Deletes all credits that follow from indexed events or from other credits. */
export async function deleteDerivedCredits(
  transaction: Database,
  id: string,
  internal: readonly string[],
): Promise<void> {
  await sql`
    delete from campaign_credits
    where campaign_id = ${id} and quest <> all (${internal}::text[])`.execute(transaction)
}

const counting = sql`('scheduled', 'live', 'paused', 'settling')`

/**
 * Takes back what a network had credited above a block, inside the transaction that reverts its
 * rows, before they go: later credits are deleted, and every entry with an event among them is put
 * under review, because another of its events may count instead.
 */
export async function revertCredits(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from campaigns
    where status in ${counting} and chain_ids @> array[${chainId}::bigint]
    order by id`.execute(transaction)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`
    update campaign_cursors set block_number = least(block_number, ${blockNumber})
    where chain_id = ${chainId} and campaign_id = any (${ids}::uuid[])`.execute(
    transaction,
  )
  await sql`
    with gone as (
      delete from campaign_credits
      where chain_id = ${chainId} and block_number > ${blockNumber}
        and campaign_id = any (${ids}::uuid[])
      returning campaign_id, address
    )
    insert into campaign_reviews (campaign_id, address)
    select campaign_id, address from gone
    union
    select w.campaign_id, w.address from campaign_wallets w
    where w.campaign_id = any (${ids}::uuid[]) and w.wallet in (
      select minter from mints where chain_id = ${chainId} and block_number > ${blockNumber}
      union select c.creator from mints m join collections c on c.id = m.collection_id
        where m.chain_id = ${chainId} and m.block_number > ${blockNumber}
      union select creator from collections
        where chain_id = ${chainId} and created_block > ${blockNumber}
      union select unnest(array[data ->> 'to', data ->> 'from']) from events
        where chain_id = ${chainId} and block_number > ${blockNumber}
          and kind in ('airdrop', 'transfer', 'burn')
      union select unnest(array[account, data ->> 'to']) from name_events
        where chain_id = ${chainId} and block_number > ${blockNumber})
    on conflict do nothing`.execute(transaction)
}
