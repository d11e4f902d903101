import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** A claimed achievement of one account. */
type ClaimedKey = { address: string; chain_id: number | null; achievement: string }

/**
 * Revokes a claimed achievement for good: it cannot be claimed again. Returns false for one that
 * was not claimed, or that an operator revoked before.
 */
export async function revokeClaimed(
  transaction: Database,
  { address, chain_id, achievement }: ClaimedKey,
  { now, by, reason }: { now: Date; by: string; reason: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_achievements a
    set revoked_at = ${now}, revoked_by = ${by}, revoked_reason = ${reason}
    from users u
    where u.id = a.user_id and u.address = ${address}
      and u.auth_chain_id is not distinct from ${chain_id}::bigint
      and a.achievement = ${achievement} and a.claimed_at is not null
      and a.revoked_by is null`.execute(transaction)
  return Number(numAffectedRows ?? 0) > 0
}

/** Gives a revoked achievement back, with its first date. Returns false where there is none. */
export async function restoreClaimed(
  transaction: Database,
  { address, chain_id, achievement }: ClaimedKey,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_achievements a
    set revoked_at = null, revoked_by = null, revoked_reason = null
    from users u
    where u.id = a.user_id and u.address = ${address}
      and u.auth_chain_id is not distinct from ${chain_id}::bigint
      and a.achievement = ${achievement} and a.revoked_by is not null`.execute(
    transaction,
  )
  return Number(numAffectedRows ?? 0) > 0
}
