import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'

/** Session of a signed-in caller, found by the token of each call. */
export type Session = {
  id: string
  user_id: string
  /** Lower case. */
  address: `0x${string}`
  /** Chain named in the sign-in text. */
  chain_id: number
  /**
   * Chain whose contract proved the account; null: proven by its key, for every chain.
   */
  proven_on: number | null
}

/**
 * Returns whether the session belongs to the wallet `address` on a chain. A contract
 * account counts on its own chain only: elsewhere its address may have another owner.
 */
export function isSessionWallet(
  session: Session,
  { chain_id, address }: { chain_id: number; address: string },
): boolean {
  return session.address === address && isSessionOfChain(session, chain_id)
}

/** Returns whether the session stands for its address on this chain: see `isSessionWallet`. */
export function isSessionOfChain({ proven_on }: Session, chainId: number): boolean {
  return proven_on === null || proven_on === chainId
}

/**
 * Returns the text that names the session's account apart from every other: the address of
 * a key, and for a contract its network too (CAIP-10).
 */
export function accountKey({ address, proven_on }: Session): string {
  return proven_on === null ? address : `eip155:${proven_on}:${address}`
}

/**
 * Finds the session of an access token; undefined if it does not exist, has ended or was
 * idle for `idleMs`. Records the use at most once a minute.
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

/** Returns the stored hash of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** `plm_`, 43 characters of secret, 6 of checksum: detectable by secret scanners. */
const TOKEN = /^plm_[A-Za-z0-9_-]{49}$/

const MINUTE = 60_000
