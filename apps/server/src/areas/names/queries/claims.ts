import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Condition that a report is of a name that is not indexed: else the index alone counts. */
const isNotIndexed = sql<boolean>`not exists (
  select from names n where n.chain_id = name_claims.chain_id and n.name = name_claims.name)`

/** A registration that an account reported. */
export type ClaimRow = {
  name: string
  account: string
  state: 'pending' | 'minted' | 'dropped'
  tx_hash: string | null
  sender: string | null
  nonce: number | null
  is_public: boolean
  created_at: Date
}

/** Pending and minted registrations that are kept per account; older ones are dropped. */
const MAX_CLAIMS = 20

const DAYS_KEPT = 7

/** Stores a reported registration; returns whether it was not known in this state before. */
export async function saveClaim(
  database: Database,
  chainId: number,
  { name, account, state, tx_hash, sender, nonce, is_public, created_at }: ClaimRow,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_new: boolean }>`
      with before as (
        select state from name_claims
        where chain_id = ${chainId} and name = ${name} and account = ${account}
      )
      insert into name_claims as c (chain_id, name, account, state, tx_hash, sender, nonce,
        is_public, created_at)
      values (${chainId}, ${name}, ${account}, ${state}, ${tx_hash}, ${sender}, ${nonce},
        ${is_public}, ${created_at})
      on conflict (chain_id, name, account) do update set
        state = excluded.state, tx_hash = coalesce(excluded.tx_hash, c.tx_hash),
        sender = excluded.sender, nonce = excluded.nonce, is_public = excluded.is_public,
        created_at = case when c.state = 'dropped' then excluded.created_at
          else c.created_at end,
        dropped_at = null
      returning (xmax = 0 or (select state from before) = 'dropped') as is_new`.execute(
      transaction,
    )
    await sql`
      delete from name_claims where chain_id = ${chainId} and account = ${account}
        and state <> 'dropped' and name in (
          select name from name_claims
          where chain_id = ${chainId} and account = ${account} and state <> 'dropped'
          order by created_at desc, name offset ${MAX_CLAIMS})`.execute(transaction)
    return rows[0]?.is_new ?? false
  })
}

/** Lists the registrations of an account that are not indexed yet, newest first. */
export async function listAccountClaims(
  database: Database,
  chainId: number,
  account: string,
): Promise<ClaimRow[]> {
  return database
    .selectFrom('name_claims')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('account', '=', account)
    .where('state', '<>', 'dropped')
    .where(isNotIndexed)
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .execute()
}

/** Finds what an account reported of a name; undefined: nothing, or it was dropped. */
export async function findClaim(
  database: Database,
  chainId: number,
  { name, account }: { name: string; account: string },
): Promise<ClaimRow | undefined> {
  return database
    .selectFrom('name_claims')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('name', '=', name)
    .where('account', '=', account)
    .where('state', '<>', 'dropped')
    .where(isNotIndexed)
    .executeTakeFirst()
}

/** Lists reported registrations to compare with the chain, the oldest first. */
export async function listOpenClaims(
  database: Database,
  chainId: number,
  limit: number,
): Promise<ClaimRow[]> {
  return database
    .selectFrom('name_claims')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('state', '<>', 'dropped')
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Sets the state of a reported registration. */
export async function moveClaim(
  database: Database,
  chainId: number,
  { name, account }: Pick<ClaimRow, 'name' | 'account'>,
  { state, now }: { state: 'minted' | 'dropped'; now: Date },
): Promise<void> {
  await database
    .updateTable('name_claims')
    .set({ state, dropped_at: state === 'dropped' ? now : null })
    .where('chain_id', '=', chainId)
    .where('name', '=', name)
    .where('account', '=', account)
    .execute()
}

/** Deletes what was dropped 7 days ago, and what is indexed. */
export async function deleteEndedClaims(database: Database, now: Date): Promise<void> {
  // The indexer deletes them too, unless they are stored at the same moment.
  await database
    .deleteFrom('name_claims')
    .where('state', '<>', 'dropped')
    .where(sql<boolean>`not ${isNotIndexed}`)
    .execute()
  await database
    .deleteFrom('name_claims')
    .where('state', '=', 'dropped')
    .where('dropped_at', '<=', new Date(now.getTime() - DAYS_KEPT * 86_400_000))
    .execute()
}
