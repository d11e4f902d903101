import { type Insertable, sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
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

/** Forgets expired texts of a wallet, and the oldest ones of this client beyond `keep`. */
export async function deleteExtraChallenges(
  database: Database,
  {
    address,
    client,
    keep,
    now,
  }: {
    address: string
    client: string
    keep: number
    now: Date
  },
): Promise<void> {
  await sql`
    delete from challenges where address = ${address} and (
      expires_at <= ${now} or nonce_hash in (
        select nonce_hash from challenges
        where address = ${address} and client = ${client}
        order by created_at desc, nonce_hash offset ${keep}))`.execute(database)
}

/** Forgets texts that nobody can use any more. */
export async function deleteExpiredChallenges(
  database: Database,
  now: Date,
): Promise<void> {
  await database.deleteFrom('challenges').where('expires_at', '<=', now).execute()
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
export function listChallengesOf(
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
 * The id of the wallet's user, made at its first sign-in. Undefined when a contract proved
 * what was first proven by a key, or on another chain: one statement, so that two first
 * sign-ins at once cannot both be first.
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
    .onConflict((conflict) => {
      const known = conflict
        .column('address')
        .doUpdateSet({ account_kind, auth_chain_id })
      if (account_kind === 'key') return known
      return known
        .where('users.account_kind', '=', 'contract')
        .where('users.auth_chain_id', '=', auth_chain_id)
    })
    .returning('id')
    .executeTakeFirst()
  return found?.id
}

export async function insertSession(
  transaction: Database,
  session: Insertable<Tables['sessions']>,
): Promise<void> {
  await transaction.insertInto('sessions').values(session).execute()
}

/** Ends what has expired of a user's sessions, and the oldest beyond `keep`. */
export async function deleteExtraSessions(
  transaction: Database,
  { user_id, keep, now }: { user_id: string; keep: number; now: Date },
): Promise<void> {
  await sql`
    delete from sessions where user_id = ${user_id} and (
      expires_at <= ${now} or id in (
        select id from sessions where user_id = ${user_id}
        order by created_at desc, id offset ${keep}))`.execute(transaction)
}

export async function deleteSession(database: Database, id: string): Promise<void> {
  await database.deleteFrom('sessions').where('id', '=', id).execute()
}
