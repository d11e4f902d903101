import type { CampaignStatus } from '@platemark/api/campaigns'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'
import type { CampaignChange, CampaignDefinition } from '../definition/campaign-file.ts'

export type CampaignRow = Selectable<Tables['campaigns']>

/** Finds a campaign by its alias, drafts included. */
export function findCampaign(
  database: Database,
  alias: string,
): Promise<CampaignRow | undefined> {
  return database
    .selectFrom('campaigns')
    .selectAll()
    .where('alias', '=', alias)
    .executeTakeFirst()
}

/** Locks a campaign until the end of the transaction, and returns it as it is then. */
export function lockCampaign(
  transaction: Database,
  id: string,
): Promise<CampaignRow | undefined> {
  return transaction
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists campaigns in these states: running first, then being counted, coming and past ones. */
export async function listByStatus(
  database: Database,
  statuses: readonly CampaignStatus[],
): Promise<(CampaignRow & { participants: number })[]> {
  const { rows } = await sql<CampaignRow & { participants: number }>`
    select c.*, (select count(*) from campaign_entries n
      where n.campaign_id = c.id and n.status <> 'left') as participants
    from campaigns c
    where c.status = any (${statuses}::text[])
    order by case when c.status in ('live', 'paused') then 0
        when c.status = 'settling' then 1 when c.status = 'scheduled' then 2 else 3 end,
      case when c.status = 'scheduled' then c.starts_at end,
      c.starts_at desc, c.alias`.execute(database)
  return rows
}

/** Lists the definitions of all campaigns that are or were visible. */
export async function listPublishedDefinitions(
  database: Database,
): Promise<CampaignDefinition[]> {
  const rows = await database
    .selectFrom('campaigns')
    .select('definition')
    .where('status', '<>', 'draft')
    .orderBy('alias')
    .execute()
  return rows.map(({ definition }) => definition)
}

/** Lists the definitions of the other campaigns, drafts included. */
export async function listOtherDefinitions(
  database: Database,
  alias: string,
): Promise<CampaignDefinition[]> {
  const rows = await database
    .selectFrom('campaigns')
    .select('definition')
    .where('alias', '<>', alias)
    .orderBy('alias')
    .execute()
  return rows.map(({ definition }) => definition)
}

/** Inserts a draft, or replaces the definition of the campaign of this alias; returns its id. */
export async function saveDefinition(
  transaction: Database,
  {
    definition,
    rules_version,
    changes,
    now,
  }: {
    definition: CampaignDefinition
    rules_version: string
    changes: CampaignChange[]
    now: Date
  },
): Promise<string> {
  const { alias, starts_at, ends_at, chains } = definition
  const { rows } = await sql<{ id: string }>`
    insert into campaigns (alias, definition, rules_version, starts_at, ends_at, chain_ids,
      created_at)
    values (${alias}, ${JSON.stringify(definition)}::jsonb, ${rules_version}, ${starts_at},
      ${ends_at}, ${chains}::bigint[], ${now})
    on conflict (alias) do update set definition = excluded.definition,
      rules_version = excluded.rules_version, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, chain_ids = excluded.chain_ids,
      changes = ${JSON.stringify(changes)}::jsonb
    returning id`.execute(transaction)
  return rows[0]?.id ?? ''
}

/** Moves a campaign to another state. */
export async function setStatus(
  transaction: Database,
  id: string,
  {
    status,
    reason = null,
    published_at,
    settled_at,
  }: {
    status: CampaignStatus
    reason?: string | null
    published_at?: Date
    settled_at?: Date
  },
): Promise<void> {
  await transaction
    .updateTable('campaigns')
    .set({
      status,
      status_reason: reason,
      ...(published_at && { published_at }),
      ...(settled_at && { settled_at }),
    })
    .where('id', '=', id)
    .execute()
}

/** Lists the networks of a campaign with how far they are read, as far as they are read at all. */
export async function listChainHeads(
  database: Database,
  chainIds: readonly number[],
): Promise<
  {
    chain_id: number
    block_number: number
    confirmed_number: number
    block_time: Date
    /** Time of the newest confirmed block that is stored. */
    confirmed_time: Date | null
    is_backfilled: boolean
    /** Every block up to the head of the network is indexed and confirmed. */
    is_at_head: boolean
    /** Last time at which the head was read. */
    heartbeat_at: Date | null
  }[]
> {
  const { rows } = await sql<{
    chain_id: number
    block_number: number
    confirmed_number: number
    block_time: Date
    confirmed_time: Date | null
    is_backfilled: boolean
    is_at_head: boolean
    heartbeat_at: Date | null
  }>`
    select c.chain_id, c.block_number, c.confirmed_number, c.block_time, c.is_backfilled,
      c.heartbeat_at, least(c.block_number, c.confirmed_number) >= c.head_number as is_at_head,
      (select b.time from chain_blocks b
        where b.chain_id = c.chain_id and b.number <= c.confirmed_number
        order by b.number desc limit 1) as confirmed_time
    from chain_cursors c where c.chain_id = any (${chainIds}::bigint[])
    order by c.chain_id`.execute(database)
  return rows
}
