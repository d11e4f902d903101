import { type Insertable, sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

/** Collection whose balance is to be checked. */
export type CheckedContract = {
  id: string
  chain_id: number
  address: Address
  creator: Address
  mint_fee_wei: string
}

/**
 * Lists collections with mints whose last check is older than `before` or missing, oldest
 * first, at most `most` of each chain.
 */
export async function listDueContracts(
  database: Database,
  { chains, before, most }: { chains: number[]; before: Date; most: number },
): Promise<CheckedContract[]> {
  const { rows } = await sql<CheckedContract>`
    select id, chain_id, address, creator, mint_fee_wei from (
      select c.id, c.chain_id, c.address, c.creator, c.mint_fee_wei::text as mint_fee_wei,
        row_number() over (
          partition by c.chain_id order by b.checked_at nulls first, c.id) as place
      from collections c left join balance_checks b on b.collection_id = c.id
      where c.chain_id = any(${`{${chains.join(',')}}`}::bigint[]) and c.minted > 0
        and c.unreadable_block is null
        and (b.collection_id is null or b.checked_at < ${before}::timestamptz)
    ) as due
    where place <= ${most} order by chain_id, place`.execute(database)
  return rows
}

/** Collection of an account and its last check; null where there is none. */
export type OwnCheckRow = CheckedContract & {
  name: string
  referrers: number
  check: Check | null
}

type Check = Omit<Tables['balance_checks'], 'collection_id' | 'checked_at' | 'payees'> & {
  checked_at: string
  payees: { account: Address; bps: number | null; owed_wei: string }[]
}

/**
 * Lists collections with mints of which an account is or was a payee: disagreements first,
 * then unchecked ones, then those checked longest ago.
 */
export async function listOwnCheckRows(
  database: Database,
  { account, chains, most }: { account: string; chains: number[]; most: number },
): Promise<OwnCheckRow[]> {
  const payee = JSON.stringify([{ account }])
  const ids = `{${chains.join(',')}}`
  const { rows } = await sql<OwnCheckRow>`
    with own as (
      select id from collections where creator = ${account} and chain_id = any(${ids}::bigint[])
      union
      select collection_id from events
      where kind in ('created', 'payees_changed') and data -> 'payees' @> ${payee}::jsonb
        and chain_id = any(${ids}::bigint[])
    )
    select c.id, c.chain_id, c.address, c.creator, c.mint_fee_wei::text as mint_fee_wei, c.name,
      (select count(*)::integer from referrer_mints r where r.collection_id = c.id) as referrers,
      case when b.collection_id is not null then jsonb_build_object(
        'state', b.state, 'block_number', b.block_number, 'checked_at', b.checked_at,
        'balance_wei', b.balance_wei::text, 'owed_wei', b.owed_wei::text,
        'platform_wei', b.platform_wei::text, 'referrers_wei', b.referrers_wei::text,
        'other_wei', b.other_wei::text, 'payees', b.payees) end as check
    from own join collections c on c.id = own.id
      left join balance_checks b on b.collection_id = c.id
    where c.minted > 0
    order by coalesce(b.state = 'agrees', true), b.checked_at nulls first, c.id
    limit ${most}`.execute(database)
  return rows
}

/** Mints of a collection up to a block, as its counters have them. */
export type RecordedMints = {
  /** Tenths of mint fees that are the platform's. */
  tenths: string
  /** Tokens minted through links. */
  referred: string
  /** Income of the creator's side in wei. */
  income_wei: string
}

/** Sums the mints of a collection up to a block. */
export async function sumMints(
  database: Database,
  { id, mint_fee_wei }: Pick<CheckedContract, 'id' | 'mint_fee_wei'>,
  block: number,
): Promise<RecordedMints> {
  const { rows } = await sql<RecordedMints>`
    select
      coalesce(sum(quantity * (case when price_wei = 0 then 5 else 10 end
        - case when referrer is null then 0 else 2 end)), 0)::text as tenths,
      coalesce(sum(quantity) filter (where referrer is not null), 0)::text as referred,
      coalesce(sum(quantity * case when price_wei = 0
        then div(${mint_fee_wei}::numeric, 2) else price_wei end), 0)::text as income_wei
    from mints where collection_id = ${id}::uuid and block_number <= ${block}`.execute(
    database,
  )
  const [row] = rows
  return row ?? { tenths: '0', referred: '0', income_wei: '0' }
}

/** Payee that a collection has or had; the share in basis points, null of an earlier time. */
export type PayeeRow = { account: Address; bps: number | null }

/** Lists the payees of a collection up to a block, those in force first; none: its creator alone. */
export async function listPayees(
  database: Database,
  collectionId: string,
  block: number,
): Promise<PayeeRow[]> {
  const { rows } = await sql<PayeeRow>`
    with sets as (
      select data -> 'payees' as payees,
        row_number() over (order by block_number desc, log_index desc) = 1 as is_last
      from events
      where collection_id = ${collectionId}::uuid and kind in ('created', 'payees_changed')
        and kind not in ('mint', 'airdrop', 'transfer', 'burn', 'withdrawal')
        and block_number <= ${block}
    )
    select p ->> 'account' as account,
      max(case when is_last then (p ->> 'bps')::integer end) as bps
    from sets, jsonb_array_elements(payees) p
    group by 1 order by 2 desc nulls last, 1`.execute(database)
  return rows
}

/** Stores a check and returns the state before it; undefined: there was none. */
export async function saveCheck(
  database: Database,
  row: Insertable<Tables['balance_checks']>,
): Promise<Tables['balance_checks']['state'] | undefined> {
  const { collection_id, ...check } = row
  const former = await database
    .selectFrom('balance_checks')
    .select('state')
    .where('collection_id', '=', collection_id)
    .forUpdate()
    .executeTakeFirst()
  await database
    .insertInto('balance_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('collection_id').doUpdateSet(check))
    .execute()
  return former?.state
}

/** Counts collections of each chain whose last check is not an agreement. */
export async function countAlarms(
  database: Database,
): Promise<{ chain_id: number; state: 'short' | 'differs'; contracts: number }[]> {
  const { rows } = await sql<{
    chain_id: number
    state: 'short' | 'differs'
    contracts: number
  }>`
    select c.chain_id, b.state, count(*)::integer as contracts
    from balance_checks b join collections c on c.id = b.collection_id
    where b.state <> 'agrees' group by 1, 2`.execute(database)
  return rows
}
