import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'

/** Who is calling: made by signing in, found again by the token of each call. */
export type Session = {
  id: string
  user_id: string
  /** Lower case. */
  address: `0x${string}`
  /** The chain the sign-in text named. */
  chain_id: number
  /** The chain whose contract proved the account; null: its key did, for every chain. */
  proven_on: number | null
}

/**
 * Whether the caller is the account `address` on a chain. A contract account is one on its
 * own chain only: elsewhere its address may be somebody else's.
 */
export function isSessionWallet(
  session: Session,
  { chain_id, address }: { chain_id: number; address: string },
): boolean {
  const { proven_on } = session
  return session.address === address && (proven_on === null || proven_on === chain_id)
}

/**
 * The session of an access token, or undefined when it never was, has ended, or has not
 * been used for `idleMs`. Notes the use at most once a minute.
 */
export async function findSession(
  database: Database,
  token: string,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<Session | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.chain_id',
      'sessions.last_used_at',
      'sessions.expires_at',
      'users.address',
      'users.auth_chain_id as proven_on',
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row || row.expires_at <= now) return undefined
  const idle = now.getTime() - row.last_used_at.getTime()
  if (idle >= idleMs) return undefined

  if (idle > MINUTE) {
    await database
      .updateTable('sessions')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .execute()
  }
  const { id, user_id, chain_id, proven_on } = row
  // Safe: the column holds lower-case addresses only (checked by the table).
  const address = row.address as `0x${string}`
  return { id, user_id, address, chain_id, proven_on }
}

/** What the database keeps of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** `plm_`, 43 characters of secret, 6 of checksum: findable by secret scanners. */
const TOKEN = /^plm_[A-Za-z0-9_-]{49}$/

const MINUTE = 60_000
