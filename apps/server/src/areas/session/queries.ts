import { type Insertable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../tables.ts'

export type Challenge = {
  nonce_hash: string
  message: string
  chain_id: number
}

const pending = (database: Database, address: string, now: Date) =>
  database
    .selectFrom('challenges')
    .select(['nonce_hash', 'message', 'chain_id'])
    .where('address', '=', address)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

export async function insertChallenge(
  database: Database,
  challenge: Insertable<Tables['challenges']>,
): Promise<void> {
  await database.insertInto('challenges').values(challenge).execute()
}

/**
 * Deletes the oldest texts that one client requested for a wallet, beyond `keep`. Skips
 * rows locked by another call, so that neither waits.
 */
export async function deleteExtraChallenges(
  database: Database,
  { address, client, keep }: { address: string; client: string; keep: number },
): Promise<void> {
  await sql`
    delete from challenges where nonce_hash in (
      select nonce_hash from challenges where nonce_hash in (
        select nonce_hash from challenges
        where address = ${address} and client = ${client}
        order by created_at desc, nonce_hash offset ${keep})
      for update skip locked)`.execute(database)
}

/** Deletes expired texts; skips locked rows as above. */
export async function deleteExpiredChallenges(
  database: Database,
  now: Date,
): Promise<void> {
  await sql`
    delete from challenges where nonce_hash in (
      select nonce_hash from challenges where expires_at <= ${now}
      for update skip locked)`.execute(database)
}

export function findChallenge(
  database: Database,
  { nonce_hash, address, now }: { nonce_hash: string; address: string; now: Date },
): Promise<Challenge | undefined> {
  return pending(database, address, now)
    .where('nonce_hash', '=', nonce_hash)
    .executeTakeFirst()
}

/** Lists a wallet's newest pending texts, those of this client first. */
export function listPendingChallenges(
  database: Database,
  {
    address,
    client,
    now,
    most,
  }: {
    address: string
    client: string
    now: Date
    most: number
  },
): Promise<Challenge[]> {
  return pending(database, address, now)
    .orderBy(sql`client = ${client}`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

/** Marks a text as used; returns false if it was used before or has expired. */
export async function consumeChallenge(
  transaction: Database,
  nonceHash: string,
  now: Date,
): Promise<boolean> {
  const used = await transaction
    .updateTable('challenges')
    .set({ used_at: now })
    .where('nonce_hash', '=', nonceHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('nonce_hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Account of an address: of its key (null), or of a contract on one network. */
export type AccountRow = { id: string; auth_chain_id: number | null }

/**
 * Lists the accounts of an address, the key's first, then the oldest. No other sign-in
 * with the address can add one until the transaction ends.
 */
export async function lockAccounts(
  transaction: Database,
  address: string,
): Promise<AccountRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${address}`}, 0))`.execute(
    transaction,
  )
  return transaction
    .selectFrom('users')
    .select(['id', 'auth_chain_id'])
    .where('address', '=', address)
    .orderBy(sql`auth_chain_id is null`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertUser(
  transaction: Database,
  user: Pick<Insertable<Tables['users']>, 'address' | 'account_kind' | 'auth_chain_id'>,
): Promise<string> {
  const { id } = await transaction
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Converts an account proven by a contract to one proven by its key. */
export async function updateToKey(transaction: Database, id: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ account_kind: 'key', auth_chain_id: null })
    .where('id', '=', id)
    .execute()
}

/** Deletes accounts and with them their sessions. */
export async function deleteUsers(transaction: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await transaction.deleteFrom('users').where('id', 'in', ids).execute()
}

/** Lists the user ids of an address, its contracts' included; empty if it never signed in. */
export async function listUserIds(
  database: Database,
  address: string,
): Promise<string[]> {
  const found = await database
    .selectFrom('users')
    .select('id')
    .where('address', '=', address)
    .execute()
  return found.map(({ id }) => id)
}

export async function insertSession(
  transaction: Database,
  session: Insertable<Tables['sessions']>,
): Promise<void> {
  await transaction.insertInto('sessions').values(session).execute()
}

/** Ends the session whose token came with the call, if any. */
export async function deletePresentedSession(
  transaction: Database,
  token_hash: string,
): Promise<void> {
  await transaction.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

/** Limits of a session: expiry before `now`, last use up to `idleSince`. */
export type Ends = { now: Date; idleSince: Date }

/** Deletes the user's ended sessions, and the oldest beyond `keep`. */
export async function deleteExtraSessions(
  transaction: Database,
  { user_id, keep, now, idleSince }: { user_id: string; keep: number } & Ends,
): Promise<void> {
  const open = sql`
    user_id = ${user_id} and expires_at > ${now} and last_used_at > ${idleSince}`
  await sql`
    delete from sessions where user_id = ${user_id} and id not in (
      select id from sessions where ${open}
      order by created_at desc, id limit ${keep})`.execute(transaction)
}

/** Lists the open sessions of these users, newest first. */
export function listUserSessions(
  database: Database,
  { user_ids, now, idleSince }: { user_ids: string[] } & Ends,
) {
  return database
    .selectFrom('sessions')
    .select([
      'id',
      'connector',
      'chain_id',
      'client',
      'created_at',
      'last_used_at',
      'expires_at',
    ])
    .where('user_id', 'in', user_ids)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes an open session of the user; returns false if there is none. */
export async function deleteUserSession(
  database: Database,
  { id, user_id, now, idleSince }: { id: string; user_id: string } & Ends,
): Promise<boolean> {
  const deleted = await database
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteUserSessions(
  database: Database,
  user_id: string,
): Promise<void> {
  await database.deleteFrom('sessions').where('user_id', '=', user_id).execute()
}

/** Deletes all ended sessions. */
export async function deleteEndedSessions(
  database: Database,
  { now, idleSince }: Ends,
): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where((row) =>
      row.or([row('expires_at', '<=', now), row('last_used_at', '<=', idleSince)]),
    )
    .execute()
}

export async function deleteSession(database: Database, id: string): Promise<void> {
  await database.deleteFrom('sessions').where('id', '=', id).execute()
}
