import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../database/database.ts'

/** Collection or royalty split that may owe money to an account. */
export type Earning = { chain_id: number; address: Address }

/**
 * Lists collections that may owe an account money as creator, payee or referrer, at most
 * `most` per chain, then the royalty splits of those among them whose first payees include it.
 * Sorts own collections first, then minted and oldest ones, because anyone can name the account as
 * a payee.
 */
export async function listEarnings(
  database: Database,
  { account, chains, most }: { account: string; chains: number[]; most: number },
): Promise<Earning[]> {
  const payee = JSON.stringify([{ account }])
  const counted = sql`any(${`{${chains.join(',')}}`}::bigint[])`
  const { rows } = await sql<Earning>`
    with found as (
      select id, 0 as place, false as is_first from collections
      where creator = ${account} and chain_id = ${counted}
      union all
      select collection_id, 2, kind = 'created' from events
      where kind in ('created', 'payees_changed') and data -> 'payees' @> ${payee}::jsonb
        and chain_id = ${counted}
      union all
      (select distinct collection_id, 1, false from mints
        where referrer = ${account} and chain_id = ${counted})
    ), ranked as (
      select c.chain_id, c.address, c.royalty_split, bool_or(f.is_first) as is_first,
        row_number() over (
          partition by c.chain_id
          order by min(f.place), c.minted = 0, c.created_at, c.id) as rank
      from found f join collections c on c.id = f.id
      group by c.id
    ), owing as (
      select chain_id, address, rank from ranked where rank <= ${most}
      union all
      select chain_id, royalty_split, ${most} + min(rank) from ranked
      where rank <= ${most} and is_first and royalty_split is not null
      group by chain_id, royalty_split
    )
    select chain_id, address from owing order by chain_id, rank`.execute(database)
  return rows
}

/** Finds the last stored amount that an account was owed on a chain, in wei. */
export async function findOwed(
  database: Database,
  account: string,
  chainId: number,
): Promise<bigint> {
  const found = await database
    .selectFrom('owed_amounts')
    .select('amount_wei')
    .where('account', '=', account)
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return BigInt(found?.amount_wei ?? 0)
}

export async function saveOwed(
  database: Database,
  row: { account: string; chain_id: number; amount_wei: string; read_at: Date },
): Promise<void> {
  const { amount_wei, read_at } = row
  await database
    .insertInto('owed_amounts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account', 'chain_id']).doUpdateSet({ amount_wei, read_at }),
    )
    .execute()
}

/** Collection that may owe an account money, and what it paid. */
export type EarningRow = {
  id: string
  chain_id: number
  address: Address
  alias: string | null
  name: string
  image_file: string | null
  has_page: boolean
  paid_wei: string
  is_payee: boolean
  /** Present share of the creator's income in basis points; null: none. */
  share_bps: number | null
  /** Its royalty split where the account is one of the split's payees, else null. */
  royalty_split: Address | null
  /** Tokens that others minted through the account's link. */
  referred: number
}

/** Lists the collections that may owe an account money on some chains. */
export async function listEarningRows(
  database: Database,
  account: string,
  chains: number[],
): Promise<EarningRow[]> {
  const payee = JSON.stringify([{ account }])
  const counted = sql`any(${`{${chains.join(',')}}`}::bigint[])`
  const { rows } = await sql<EarningRow>`
    with found as (
      select id, true as is_payee, false as is_first, 0 as referred from collections
      where creator = ${account} and chain_id = ${counted}
      union all
      select collection_id, true, kind = 'created', 0 from events
      where kind in ('created', 'payees_changed') and data -> 'payees' @> ${payee}::jsonb
        and chain_id = ${counted}
      union all
      select collection_id, false, false, sum(quantity) from mints
      where referrer = ${account} and chain_id = ${counted} group by collection_id
    ), earning as (
      select id, bool_or(is_payee) as is_payee, bool_or(is_first) as is_first,
        max(referred)::bigint as referred
      from found group by id
    ), paid as (
      select collection_id, sum((data ->> 'amount_wei')::numeric) as paid_wei from events
      where kind = 'withdrawal' and data ->> 'account' = ${account}
      group by collection_id
    )
    select c.id, c.chain_id, c.address, c.alias, c.name, c.image_file,
      (c.deleted_at is null and c.blocked_at is null) as has_page,
      coalesce(p.paid_wei, 0)::text as paid_wei, f.is_payee, f.referred,
      case when f.is_first then c.royalty_split end as royalty_split,
      case when jsonb_array_length(s.payees) > 0 then (
        select (payee ->> 'bps')::integer from jsonb_array_elements(s.payees) payee
        where payee ->> 'account' = ${account} limit 1)
      when c.creator = ${account} then 10000 end as share_bps
    from earning f join collections c on c.id = f.id
    left join paid p on p.collection_id = c.id
    left join lateral (
      select e.data -> 'payees' as payees from events e
      where e.collection_id = c.id and e.kind in ('created', 'payees_changed')
      order by e.block_number desc, e.log_index desc limit 1
    ) s on true
    order by c.created_at desc, c.id`.execute(database)
  return rows
}

export type PaymentRow = Pick<
  EarningRow,
  'id' | 'chain_id' | 'address' | 'alias' | 'name' | 'has_page'
> & {
  amount_wei: string
  /** From the royalty split of the collection; in the wrapped token, not in coins. */
  is_royalty: boolean
  is_wrapped: boolean
  tx_hash: string
  time: Date
}

/** Withdrawals that are read for one list: a transaction may hold as many as it has collections. */
const MAX_PAYMENTS = 2000

/**
 * Lists what collections and royalty splits paid an account on some chains by the newest `most`
 * transactions. A split of several collections counts for the first one.
 */
export async function listPayments(
  database: Database,
  account: string,
  { chains, most }: { chains: number[]; most: number },
): Promise<PaymentRow[]> {
  const counted = sql`any(${`{${chains.join(',')}}`}::bigint[])`
  const { rows } = await sql<PaymentRow>`
    with newest as (
      (select time, chain_id, block_number, log_index, tx_hash, collection_id,
        data ->> 'amount_wei' as amount_wei, false as is_royalty, false as is_wrapped
      from events
      where kind = 'withdrawal' and data ->> 'account' = ${account} and chain_id = ${counted}
      order by time desc, block_number desc, log_index desc limit ${MAX_PAYMENTS})
      union all
      (select r.time, r.chain_id, r.block_number, r.log_index, r.tx_hash, c.id,
        r.amount_wei::text, true, r.is_wrapped
      from split_releases r join lateral (
        select id from collections
        where chain_id = r.chain_id and royalty_split = r.split
        order by created_at, id limit 1
      ) c on true
      where r.account = ${account} and r.chain_id = ${counted}
      order by r.time desc, r.block_number desc, r.log_index desc limit ${MAX_PAYMENTS})
    ), paid as (
      select *, dense_rank() over (
        order by time desc, chain_id, block_number desc, tx_hash) as rank
      from newest
    )
    select c.id, c.chain_id, c.address, c.alias, c.name,
      (c.deleted_at is null and c.blocked_at is null) as has_page,
      e.amount_wei, e.is_royalty, e.is_wrapped, e.tx_hash, e.time
    from paid e join collections c on c.id = e.collection_id
    where e.rank <= ${most} order by e.rank, e.log_index`.execute(database)
  return rows
}
