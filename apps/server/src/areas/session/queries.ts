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
 * Forgets the oldest texts of a wallet that one client asked for, beyond `keep`. Rows that
 * another call is forgetting are left to it: neither waits for the other.
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

/** Forgets texts that nobody can use any more; like the above, it waits for nobody. */
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

/** The newest pending texts of a wallet, those that this client asked for first. */
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

/** Marks a text as used; false when somebody else was first or it has expired. */
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

/**
 * The id of the wallet's user, made at its first sign-in. Undefined when the user was first
 * proven otherwise, by a key, a contract or on another chain: one statement, so that two
 * first sign-ins at once cannot both be first.
 */
export async function upsertUser(
  transaction: Database,
  user: {
    address: string
    account_kind: 'key' | 'contract'
    auth_chain_id: number | null
  },
): Promise<string | undefined> {
  const { account_kind, auth_chain_id } = user
  const found = await transaction
    .insertInto('users')
    .values(user)
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({ account_kind })
        .where('users.account_kind', '=', account_kind)
        .where('users.auth_chain_id', 'is not distinct from', auth_chain_id),
    )
    .returning('id')
    .executeTakeFirst()
  return found?.id
}

/** Makes an account that a contract has proven one of the key; answers the user's id. */
export async function updateToKey(
  transaction: Database,
  address: string,
): Promise<string> {
  const { id } = await transaction
    .updateTable('users')
    .set({ account_kind: 'key', auth_chain_id: null })
    .where('address', '=', address)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The id of the user with this address; undefined when nobody has signed in with it. */
export async function findUserId(
  database: Database,
  address: string,
): Promise<string | undefined> {
  const found = await database
    .selectFrom('users')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst()
  return found?.id
}

export async function insertSession(
  transaction: Database,
  session: Insertable<Tables['sessions']>,
): Promise<void> {
  await transaction.insertInto('sessions').values(session).execute()
}

/** Ends the session whose token came with a call, if there is one. */
export async function deletePresentedSession(
  transaction: Database,
  token_hash: string,
): Promise<void> {
  await transaction.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

/** When an unused session has ended: those last used up to `idleSince`, and the expired. */
export type Ends = { now: Date; idleSince: Date }

/** Ends the user's sessions that are over, and the oldest beyond `keep`. */
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

/** The user's sessions that are not over, newest first. */
export function listUserSessions(
  database: Database,
  { user_id, now, idleSince }: { user_id: string } & Ends,
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
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether there was such a session of the user, not over yet. */
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

/** Forgets everybody's sessions that are over. */
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
