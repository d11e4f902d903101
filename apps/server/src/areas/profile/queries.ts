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

/** The username of a user, whose row stays as it is until the transaction ends. */
export function lockUsername(transaction: Database, id: string) {
  return transaction
    .selectFrom('users')
    .select(['username', 'username_changed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** What of a user can be changed. */
export type UserChanges = {
  [Column in Exclude<(typeof columns)[number], 'id' | 'created_at'>]?:
    | (Column extends 'username_changed_at' ? Date : string)
    | null
    | undefined
}

/**
 * Writes the columns that `changes` names and no others; answers whether it could, which it
 * cannot when somebody else has the username. The transaction is of no use any more then.
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

/** A unique value is there already, or two users wait for each other's. */
function isTaken(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return error.code === '23505' || error.code === '40P01'
}

/** A collection that an account may be owed money by. */
export type Earning = { chain_id: number; address: Address }

/**
 * Collections of these chains an account may be owed money by: those it made, those whose income
 * it shares or shared, and those it sent minters to. At most `most` of each chain. As anybody can
 * name it as a payee, its own come first, then those that were minted, the oldest first.
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
      where kind in ('created', 'payees_changed') and facts -> 'payees' @> ${payee}::jsonb
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

/** Up to which block what is known of each chain counts as confirmed. */
export async function listConfirmedBlocks(
  database: Database,
): Promise<Map<number, number>> {
  const found = await database
    .selectFrom('chain_cursors')
    .select(['chain_id', 'confirmed_number'])
    .execute()
  return new Map(
    found.map(({ chain_id, confirmed_number }) => [chain_id, confirmed_number]),
  )
}

/** What an account was owed on a chain when that was last read, in wei. */
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
