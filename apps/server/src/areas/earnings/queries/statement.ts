import { type RawBuilder, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Database } from '../../../database/database.ts'

export type LineKind =
  | 'mint'
  | 'referral'
  | 'withdrawal'
  | 'royalty'
  | 'royalty_withdrawal'

/** Lines of a statement that are asked for. */
export type LineFilter = {
  /** Lower-case address. */
  account: string
  /** Chains on which the address is the account's, each with the last block that counts. */
  chains: { chain_id: number; last_block: number }[]
  /** First and last moment; the last one is not part of it. */
  from: Date | undefined
  to: Date | undefined
  /** Undefined: every collection. */
  contract_id: string | undefined
  kinds: LineKind[]
}

/** Place of a line in the order of a statement. */
export type LinePlace = {
  time: Date
  chain_id: number
  block_number: number
  log_index: number
  kind: LineKind
}

export type LineRow = LinePlace & {
  /** Null for royalties: ether arrives without a log. */
  tx_hash: Hex | null
  /** In the wrapped token, not in coins. */
  is_wrapped: boolean
  contract_id: string
  address: Address
  name: string
  /** Minted tokens; null for others than mints and referrals. */
  tokens: number | null
  amount_wei: string
}

/** Lists lines after a place: the newest first, or the oldest first. */
export async function listLines(
  database: Database,
  filter: LineFilter,
  {
    order,
    after,
    limit,
  }: { order: 'newest' | 'oldest'; after: LinePlace | undefined; limit: number },
): Promise<LineRow[]> {
  const isNewest = order === 'newest'
  const columns = ['time', 'chain_id', 'block_number', 'log_index', 'kind']
  const sorted = columns.map((column) => (isNewest ? `l.${column} desc` : `l.${column}`))
  const lines = linesOf({
    ...filter,
    ...(after && (isNewest ? { upTo: after.time } : { from: after.time })),
  })
  const { rows } = await sql<LineRow>`
    ${lines}
    select l.time, l.chain_id, l.block_number, l.log_index, l.kind, l.tx_hash, l.tokens,
      l.is_wrapped,
      l.amount_wei::text as amount_wei, c.id as contract_id, c.address, c.name
    from lines l join collections c on c.id = l.collection_id
    where ${after ? isPast(after, isNewest) : sql`true`}
    order by ${sql.raw(sorted.join(', '))} limit ${limit}`.execute(database)
  return rows
}

function isPast(place: LinePlace, isNewest: boolean): RawBuilder<unknown> {
  const { time, chain_id, block_number, log_index, kind } = place
  const sign = sql.raw(isNewest ? '<' : '>')
  return sql`(l.time, l.chain_id, l.block_number, l.log_index, l.kind) ${sign}
    (${time}::timestamptz, ${chain_id}::bigint, ${block_number}::bigint, ${log_index}::integer, ${kind}::text)`
}

/** Counts the lines of each hour that has any, oldest first. */
export async function countLines(
  database: Database,
  filter: LineFilter,
): Promise<{ hour: Date; lines: number }[]> {
  const { rows } = await sql<{ hour: Date; lines: number }>`
    ${linesOf(filter)}
    select date_trunc('hour', time, 'UTC') as hour, count(*)::integer as lines
    from lines group by 1 order by 1`.execute(database)
  return rows
}

/** Place of lines without a log in their block: after every log. */
const AFTER_LOGS = 500_000_000

type Bounds = LineFilter & {
  /** Last moment; part of the range. */
  upTo?: Date
}

/**
 * Builds the table `lines`. The share of a mint follows from the payees in force at its log, as
 * the contract accounts for them (Revenue.sol): prices and fees are whole gwei, so every share
 * is exact. That of a royalty is what the share of all that arrived grew by (RoyaltySplit.sol); a
 * split of several collections counts for the first one. Lines of nothing are left out.
 */
function linesOf({ account, chains, contract_id, kinds, ...range }: Bounds) {
  const ids = `{${chains.map(({ chain_id }) => chain_id).join(',')}}`
  const blocks = `{${chains.map(({ last_block }) => last_block).join(',')}}`
  const payee = JSON.stringify([{ account }])
  const isAsked = (table: RawBuilder<unknown>) => sql`
    ${table}.block_number <= h.last_block and ${inRange(table, range)}
    and ${contract_id === undefined ? sql`true` : sql`${table}.collection_id = ${contract_id}::uuid`}`
  const parts: Record<LineKind, RawBuilder<unknown>> = {
    mint: sql`
      select m.time, m.chain_id, m.block_number, m.log_index, 'mint' as kind, m.collection_id,
        m.tx_hash, m.quantity as tokens,
        div(case when m.price_wei = 0 then c.mint_fee_wei * s.bps * m.quantity / 2
          else m.price_wei * s.bps * m.quantity end, 10000) as amount_wei, false as is_wrapped
      from shares s join collections c on c.id = s.collection_id
        join mints m on m.collection_id = s.collection_id
          and (m.block_number, m.log_index) > (s.block_number, s.log_index)
          and (s.until_block is null
            or (m.block_number, m.log_index) < (s.until_block, s.until_log))
        join counted h on h.chain_id = m.chain_id
      where s.bps is not null and ${isAsked(sql`m`)}`,
    referral: sql`
      select m.time, m.chain_id, m.block_number, m.log_index, 'referral', m.collection_id,
        m.tx_hash, m.quantity, div(c.mint_fee_wei * m.quantity, 5), false
      from mints m join collections c on c.id = m.collection_id
        join counted h on h.chain_id = m.chain_id
      where m.referrer = ${account} and ${isAsked(sql`m`)}`,
    withdrawal: sql`
      select e.time, e.chain_id, e.block_number, e.log_index, 'withdrawal', e.collection_id,
        e.tx_hash, null::bigint, (e.data ->> 'amount_wei')::numeric, false
      from events e join counted h on h.chain_id = e.chain_id
      where e.kind = 'withdrawal' and e.data ->> 'account' = ${account}
        and ${isAsked(sql`e`)}`,
    royalty: sql`
      select a.time, a.chain_id, a.block_number, ${sql.lit(AFTER_LOGS)} + a.position, 'royalty',
        a.collection_id, null, null::bigint,
        div(a.total_wei * a.bps, 10000) - div(a.former_wei * a.bps, 10000), a.is_wrapped
      from (
        select a.*, s.collection_id, s.bps from split_shares s
        join split_arrivals a on a.chain_id = s.chain_id and a.split = s.address
      ) a join counted h on h.chain_id = a.chain_id
      where ${isAsked(sql`a`)}`,
    royalty_withdrawal: sql`
      select r.time, r.chain_id, r.block_number, r.log_index, 'royalty_withdrawal',
        r.collection_id, r.tx_hash, null::bigint, r.amount_wei, r.is_wrapped
      from (
        select r.*, s.collection_id from split_shares s
        join split_releases r on r.chain_id = s.chain_id and r.split = s.address
        where r.account = ${account}
      ) r join counted h on h.chain_id = r.chain_id
      where ${isAsked(sql`r`)}`,
  }
  return sql`
    with counted as (
      select * from unnest(${ids}::bigint[], ${blocks}::bigint[]) as h (chain_id, last_block)
    ), own as (
      select id from collections
      where creator = ${account} and chain_id = any(${ids}::bigint[])
      union
      select collection_id from events
      where kind in ('created', 'payees_changed') and data -> 'payees' @> ${payee}::jsonb
        and chain_id = any(${ids}::bigint[])
    ), shares as (
      select e.collection_id, e.block_number, e.log_index,
        lead(e.block_number) over later as until_block,
        lead(e.log_index) over later as until_log,
        case when e.data -> 'payees' = '[]'::jsonb
          then case when e.data ->> 'creator' = ${account} then 10000 end
          else (
            select (p ->> 'bps')::integer from jsonb_array_elements(e.data -> 'payees') p
            where p ->> 'account' = ${account})
        end as bps
      from own join events e on e.collection_id = own.id
        and e.kind in ('created', 'payees_changed')
        and e.kind not in ('mint', 'airdrop', 'transfer', 'burn', 'withdrawal')
      window later as (partition by e.collection_id order by e.block_number, e.log_index)
    ), split_shares as (
      select s.chain_id, s.address, (p ->> 'bps')::integer as bps, c.id as collection_id
      from royalty_splits s cross join jsonb_array_elements(s.payees) p
        join lateral (
          select id from collections
          where chain_id = s.chain_id and royalty_split = s.address
          order by created_at, id limit 1
        ) c on true
      where p ->> 'account' = ${account} and s.chain_id = any(${ids}::bigint[])
    ), lines as (
      select * from (${sql.join(
        kinds.map((kind) => parts[kind]),
        sql` union all `,
      )}) as every_line (
        time, chain_id, block_number, log_index, kind, collection_id, tx_hash, tokens, amount_wei,
        is_wrapped)
      where amount_wei > 0
    )`
}

function inRange(
  table: RawBuilder<unknown>,
  { from, to, upTo }: Pick<Bounds, 'from' | 'to' | 'upTo'>,
): RawBuilder<unknown> {
  const bounds = [
    ...(from ? [sql`${table}.time >= ${from}::timestamptz`] : []),
    ...(to ? [sql`${table}.time < ${to}::timestamptz`] : []),
    ...(upTo ? [sql`${table}.time <= ${upTo}::timestamptz`] : []),
  ]
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
}
