import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../database/database.ts'

const columns = [
  'id',
  'username',
  'email',
  'bio',
  'avatar_file',
  'website_link',
  'twitter_link',
  'instagram_link',
  'warpcast_link',
  'lens_link',
  'github_link',
  'username_changed_at',
  'created_at',
] as const

export function findUser(database: Database, id: string) {
  return database
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks a user's row until the transaction ends, and returns the username. */
export function lockUsername(transaction: Database, id: string) {
  return transaction
    .selectFrom('users')
    .select(['username', 'username_changed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Columns of a user that can be changed. */
export type UserChanges = {
  [Column in Exclude<(typeof columns)[number], 'id' | 'created_at'>]?:
    | (Column extends 'username_changed_at' ? Date : string)
    | null
    | undefined
}

/**
 * Updates the columns named in `changes`; returns false if another user has the username.
 * The transaction is aborted then.
 */
export async function saveUser(
  transaction: Database,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<boolean> {
  const change = { ...changes, updated_at: now }
  try {
    await transaction.updateTable('users').set(change).where('id', '=', id).execute()
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** A unique violation, or a deadlock between two users who swap usernames. */
function isTaken(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return error.code === '23505' || error.code === '40P01'
}

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
