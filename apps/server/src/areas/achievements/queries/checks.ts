import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { AchievementUser } from './facts.ts'

/** Takes queued users out of the queue; other processes take others. */
export async function takeChecks(
  transaction: Database,
  limit: number,
): Promise<AchievementUser[]> {
  const { rows } = await sql<AchievementUser>`
    with taken as (
      delete from achievement_checks where user_id in (
        select user_id from achievement_checks order by queued_at, user_id
        limit ${limit} for update skip locked)
      returning user_id
    )
    select u.id, u.address, u.auth_chain_id from users u join taken t on t.user_id = u.id
    order by u.id`.execute(transaction)
  return rows
}

/** Lists the claims of a user that rest on replaced blocks. */
export async function listDoubtful(
  transaction: Database,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ achievement: string }>`
    select distinct achievement from achievement_evidence
    where user_id = ${userId} and is_doubtful`.execute(transaction)
  return rows.map(({ achievement }) => achievement)
}

/** Confirms claims whose rule is still met, as of these blocks. */
export async function confirmClaims(
  transaction: Database,
  userId: string,
  achievements: readonly string[],
): Promise<void> {
  if (achievements.length === 0) return
  await sql`
    update achievement_evidence e set is_doubtful = false,
      block_number = least(e.block_number, (
        select c.block_number from achievement_cursors c where c.chain_id = e.chain_id))
    where user_id = ${userId} and achievement = any(${achievements}::text[])`.execute(
    transaction,
  )
  await sql`
    update user_achievements set revoked_at = null, revoked_reason = null
    where user_id = ${userId} and achievement = any(${achievements}::text[])
      and revoked_at is not null and revoked_by is null`.execute(transaction)
}

/** Withdraws claims whose blocks were replaced; they come back once the rule is met again. */
export async function withdrawClaims(
  transaction: Database,
  userId: string,
  achievements: readonly string[],
  { now, reason }: { now: Date; reason: string },
): Promise<void> {
  if (achievements.length === 0) return
  await sql`
    update user_achievements set revoked_at = ${now}, revoked_reason = ${reason}
    where user_id = ${userId} and achievement = any(${achievements}::text[])
      and claimed_at is not null and revoked_at is null`.execute(transaction)
}

/** Forgets what was earned and not claimed, and is not met any more. */
export async function deleteUnclaimed(
  transaction: Database,
  userId: string,
  achievements: readonly string[],
): Promise<void> {
  if (achievements.length === 0) return
  await sql`
    delete from user_achievements
    where user_id = ${userId} and achievement = any(${achievements}::text[])
      and claimed_at is null`.execute(transaction)
}

/** Forgets on which blocks older claims rest: they stay. */
export async function deleteOldEvidence(database: Database, before: Date): Promise<void> {
  await sql`
    delete from achievement_evidence where stored_at < ${before} and not is_doubtful`.execute(
    database,
  )
}
