import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../database/database.ts'

/** Collection that may owe money to an account. */
export type Earning = { chain_id: number; address: Address }

/**
 * Lists collections that may owe an account money as creator, payee or referrer, at most
 * `most` per chain. Sorts own collections first, then minted and oldest ones, because
 * anyone can name the account as a payee.
 */
export async function listEarnings(
  database: Database,
  { account, chains, most }: { account: string; chains: number[]; most: number },
): Promise<Earning[]> {
  const payee = JSON.stringify([{ account }])
  const counted = sql`any(${`{${chains.join(',')}}`}::bigint[])`
  const { rows } = await sql<Earning>`
    with found as (
      select id, 0 as place from collections
      where creator = ${account} and chain_id = ${counted}
      union all
      select collection_id, 2 from events
      where kind in ('created', 'payees_changed') and data -> 'payees' @> ${payee}::jsonb
        and chain_id = ${counted}
      union all
      (select distinct collection_id, 1 from mints
        where referrer = ${account} and chain_id = ${counted})
    ), ranked as (
      select c.chain_id, c.address, row_number() over (
        partition by c.chain_id
        order by min(f.place), c.minted = 0, c.created_at, c.id) as rank
      from found f join collections c on c.id = f.id
      group by c.id
    )
    select chain_id, address from ranked where rank <= ${most}
    order by chain_id, rank`.execute(database)
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
      select id, true as is_payee, 0 as referred from collections
      where creator = ${account} and chain_id = ${counted}
      union all
      select collection_id, true, 0 from events
      where kind in ('created', 'payees_changed') and data -> 'payees' @> ${payee}::jsonb
        and chain_id = ${counted}
      union all
      select collection_id, false, sum(quantity) from mints
      where referrer = ${account} and chain_id = ${counted} group by collection_id
    ), paid as (
      select collection_id, sum((data ->> 'amount_wei')::numeric) as paid_wei from events
      where kind = 'withdrawal' and data ->> 'account' = ${account}
      group by collection_id
    )
    select c.id, c.chain_id, c.address, c.alias, c.name, c.image_file,
      (c.deleted_at is null and c.blocked_at is null) as has_page, coalesce(p.paid_wei, 0)::text as paid_wei,
      bool_or(f.is_payee) as is_payee, max(f.referred)::bigint as referred
    from found f join collections c on c.id = f.id left join paid p on p.collection_id = c.id
    group by c.id, p.paid_wei
    order by c.created_at desc, c.id`.execute(database)
  return rows
}

export type PaymentRow = Pick<
  EarningRow,
  'id' | 'chain_id' | 'address' | 'alias' | 'name' | 'has_page'
> & { amount_wei: string; tx_hash: string; time: Date }

/** Lists the newest withdrawals to an account on some chains. */
export async function listPayments(
  database: Database,
  account: string,
  { chains, most }: { chains: number[]; most: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select c.id, c.chain_id, c.address, c.alias, c.name, (c.deleted_at is null and c.blocked_at is null) as has_page,
      e.data ->> 'amount_wei' as amount_wei, e.tx_hash, e.time
    from events e join collections c on c.id = e.collection_id
    where e.kind = 'withdrawal' and e.data ->> 'account' = ${account}
      and e.chain_id = any(${`{${chains.join(',')}}`}::bigint[])
    order by e.time desc, e.block_number desc, e.log_index desc limit ${most}`.execute(
    database,
  )
  return rows
}
