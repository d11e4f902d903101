import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { rows } from '../../../database/rows.ts'
import type { BadgeEvent } from '../decode-badge-log.ts'

/** Stores events that were not stored before. */
export async function insertBadgeEvents(
  transaction: Database,
  chainId: number,
  events: readonly BadgeEvent[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into badge_events (chain_id, block_number, log_index, kind, token_id, account,
      campaign_id, reward_id, nonce, tx_hash, time)
    select ${chainId}, x.* from jsonb_to_recordset(${rows([...events])}) as x (
      block_number bigint, log_index integer, kind text, token_id numeric, account text,
      campaign_id text, reward_id text, nonce numeric, tx_hash text, time timestamptz)
    on conflict do nothing`.execute(transaction)
}

/** Deletes the events above a block. */
export async function deleteBadgeEventsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  await transaction
    .deleteFrom('badge_events')
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .execute()
}

/** A badge that an account holds. */
export type MintedBadge = {
  campaign_id: string
  reward_id: string
  token_id: string
  tx_hash: string
  block_number: number
  time: Date
}

/** Lists the badges that an account holds on a network, of one campaign or of all, newest first. */
export async function listHeldBadges(
  database: Database,
  {
    chainId,
    account,
    campaignId,
  }: { chainId: number; account: string; campaignId?: string | undefined },
): Promise<MintedBadge[]> {
  const ofCampaign =
    campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`
  const { rows: found } = await sql<MintedBadge>`
    select campaign_id, reward_id, token_id::text, tx_hash, block_number, time
    from badge_events e
    where chain_id = ${chainId} and account = ${account} and kind = 'claimed' ${ofCampaign}
      and not exists (
        select from badge_events r
        where r.chain_id = e.chain_id and r.token_id = e.token_id and r.kind = 'removed'
          and (r.block_number, r.log_index) > (e.block_number, e.log_index))
    order by block_number desc, log_index desc`.execute(database)
  return found
}
