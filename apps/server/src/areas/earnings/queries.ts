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
