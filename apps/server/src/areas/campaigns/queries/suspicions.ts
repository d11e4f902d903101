import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { CampaignRow } from './campaigns.ts'

/** Entries that have a sign of one person in common. */
type SuspicionRow = {
  kind: 'one_sender' | 'own_collection' | 'same_mints'
  /** The account, the collection, or the mints that they have in common. */
  subject: string
  addresses: string[]
}

const MAX_SUSPICIONS = 20
/** Entries that share a sign before it is listed. */
const MIN_SHARING = 3

/**
 * Lists signs that several active entries belong to one person, the most entries first: they
 * received items from one account, only entries minted a collection, or they minted the same
 * collections in the same order. The index has no transfers of coins, so who funded a wallet is
 * not among them.
 */
export async function listSuspicions(
  database: Database,
  { id, starts_at, ends_at, chain_ids }: CampaignRow,
): Promise<SuspicionRow[]> {
  const { rows } = await sql<SuspicionRow>`
    with own as (
      select w.wallet, w.chain_id, w.address from campaign_wallets w
      join campaign_entries e on e.campaign_id = w.campaign_id and e.address = w.address
        and e.status = 'active'
      where w.campaign_id = ${id}
    ), sent as (
      select e.data ->> 'from' as sender, o.address
      from events e join own o on o.wallet = e.data ->> 'to'
        and (o.chain_id is null or o.chain_id = e.chain_id)
      where e.chain_id = any (${chain_ids}::bigint[]) and e.kind = 'transfer'
        and e.time >= ${starts_at} and e.time < ${ends_at}
    ), minted as (
      select m.chain_id, c.address as collection, m.time, o.address
      from mints m join collections c on c.id = m.collection_id
      left join own o on o.wallet = m.minter and (o.chain_id is null or o.chain_id = m.chain_id)
      where m.chain_id = any (${chain_ids}::bigint[])
        and m.time >= ${starts_at} and m.time < ${ends_at}
    ), orders as (
      select address,
        string_agg(chain_id || '/' || collection, ' ' order by first, collection) as mints
      from (
        select address, chain_id, collection, min(time) as first from minted
        where address is not null group by address, chain_id, collection) firsts
      group by address having count(*) >= 2
    ), found as (
      select 'one_sender' as kind, sender as subject,
        array_agg(distinct address order by address) as addresses
      from sent where sender <> address group by sender
      union all
      select 'own_collection', chain_id || '/' || collection,
        array_agg(distinct address order by address)
      from minted group by chain_id, collection having count(*) = count(address)
      union all
      select 'same_mints', mints, array_agg(address order by address) from orders group by mints
    )
    select * from found where cardinality(addresses) >= ${MIN_SHARING}
    order by cardinality(addresses) desc, kind, subject limit ${MAX_SUSPICIONS}`.execute(
    database,
  )
  return rows
}
