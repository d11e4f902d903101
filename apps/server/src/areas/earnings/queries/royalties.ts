import { type Insertable, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

/** Royalty split whose payments are to be read. */
export type DueSplit = {
  chain_id: number
  address: Address
  /** First block of which its payments are not read. */
  from_block: number
  /** Null until they were read once. */
  payees: { account: Address; bps: number }[] | null
}

/**
 * Lists splits of collections whose payments were last read before `before` or never, those of
 * longest ago first, at most `most` of each chain.
 */
export async function listDueSplits(
  database: Database,
  { chains, before, most }: { chains: number[]; before: Date; most: number },
): Promise<DueSplit[]> {
  const { rows } = await sql<DueSplit>`
    with known as (
      select chain_id, royalty_split as address, min(created_block) as created_block
      from collections
      where chain_id = any(${`{${chains.join(',')}}`}::bigint[]) and royalty_split is not null
      group by 1, 2
    ), due as (
      select k.chain_id, k.address, s.payees,
        coalesce(s.read_block + 1, k.created_block) as from_block,
        row_number() over (
          partition by k.chain_id order by s.read_at nulls first, k.address) as place
      from known k left join royalty_splits s using (chain_id, address)
      where s.address is null or s.read_at < ${before}::timestamptz
    )
    select chain_id, address, payees, from_block from due
    where place <= ${most} order by chain_id, place`.execute(database)
  return rows
}

type Split = Pick<DueSplit, 'chain_id' | 'address'>

/** Stores up to which block a split was read, and when. */
export async function saveSplit(
  database: Database,
  split: Insertable<Tables['royalty_splits']>,
): Promise<void> {
  const { read_block, read_at } = split
  await database
    .insertInto('royalty_splits')
    .values(split)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet({ read_block, read_at }),
    )
    .execute()
}

export type ReleaseRow = Omit<
  Insertable<Tables['split_releases']>,
  'account' | 'tx_hash'
> & {
  account: Address
  tx_hash: Hex
}

export async function insertReleases(
  database: Database,
  rows: ReleaseRow[],
): Promise<void> {
  if (rows.length === 0) return
  await database
    .insertInto('split_releases')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sums what a split paid in all, by the logs that were read. */
export async function sumReleases(
  database: Database,
  { chain_id, address }: Split,
  isWrapped: boolean,
): Promise<bigint> {
  const { sum } = await database
    .selectFrom('split_releases')
    .select(sql<string>`coalesce(sum(amount_wei), 0)::text`.as('sum'))
    .where('chain_id', '=', chain_id)
    .where('split', '=', address)
    .where('is_wrapped', '=', isWrapped)
    .executeTakeFirstOrThrow()
  return BigInt(sum)
}

/** Records all that ever arrived in a split, if it has grown. */
export async function insertArrival(
  database: Database,
  { chain_id, address }: Split,
  found: { is_wrapped: boolean; block_number: number; time: Date; total: bigint },
): Promise<void> {
  const { is_wrapped, block_number, time, total } = found
  await sql`
    insert into split_arrivals (
      chain_id, split, is_wrapped, block_number, time, former_wei, total_wei)
    select ${chain_id}, ${address}, ${is_wrapped}, ${block_number}, ${time}, former, ${String(total)}::numeric
    from (
      select coalesce(max(total_wei), 0) as former from split_arrivals
      where chain_id = ${chain_id} and split = ${address} and is_wrapped = ${is_wrapped}
    ) as last
    where former < ${String(total)}::numeric
    on conflict do nothing`.execute(database)
}

/** Forgets all that was read of a split. */
export async function deleteSplit(
  database: Database,
  { chain_id, address }: Split,
): Promise<void> {
  await database
    .deleteFrom('royalty_splits')
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .execute()
}

/** Forgets what was read of blocks above one: the chain has others there. */
export async function deleteRoyaltiesAbove(
  transaction: Database,
  chainId: number,
  block: number,
): Promise<void> {
  for (const table of ['split_arrivals', 'split_releases'] as const) {
    await transaction
      .deleteFrom(table)
      .where('chain_id', '=', chainId)
      .where('block_number', '>', block)
      .execute()
  }
  await transaction
    .updateTable('royalty_splits')
    .set({ read_block: block })
    .where('chain_id', '=', chainId)
    .where('read_block', '>', block)
    .execute()
}
