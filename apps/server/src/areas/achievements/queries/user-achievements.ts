import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** An achievement that a user earned. */
export type EarnedRow = {
  achievement: string
  claimed_at: Date | null
  revoked_at: Date | null
  /** Operator; null with `revoked_at`: blocks that it rested on were replaced. */
  revoked_by: string | null
  revoked_reason: string | null
  /** Texts of an achievement of a campaign. */
  title: string | null
  description: string | null
}

const earned = [
  ...(['achievement', 'claimed_at', 'revoked_at', 'revoked_by'] as const),
  ...(['revoked_reason', 'title', 'description'] as const),
]

/** Lists what a user earned, claimed or not. */
export function listEarned(database: Database, userId: string): Promise<EarnedRow[]> {
  return database
    .selectFrom('user_achievements')
    .select(earned)
    .where('user_id', '=', userId)
    .execute()
}

/** Finds one achievement of a user. */
export function findEarned(
  database: Database,
  userId: string,
  achievement: string,
): Promise<EarnedRow | undefined> {
  return database
    .selectFrom('user_achievements')
    .select(earned)
    .where('user_id', '=', userId)
    .where('achievement', '=', achievement)
    .executeTakeFirst()
}

/** Stores that a user may claim achievements; what was earned before stays as it is. */
export async function insertEarned(
  database: Database,
  userId: string,
  earned: readonly { id: string; rule_version: string }[],
  now: Date,
): Promise<void> {
  if (earned.length === 0) return
  await database
    .insertInto('user_achievements')
    .values(
      earned.map(({ id, rule_version }) => ({
        user_id: userId,
        achievement: id,
        earned_at: now,
        rule_version,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A block of a chain. */
export type EvidenceBlock = { chain_id: number; block_number: number }

/**
 * Claims an achievement with the blocks it rests on. Of parallel calls one returns the time; the
 * others, and those after it, undefined.
 */
export async function insertClaim(
  transaction: Database,
  userId: string,
  { id, rule_version }: { id: string; rule_version: string },
  blocks: readonly EvidenceBlock[],
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ claimed_at: Date }>`
    insert into user_achievements as a
      (user_id, achievement, earned_at, claimed_at, rule_version)
    values (${userId}, ${id}, ${now}, ${now}, ${rule_version})
    on conflict (user_id, achievement) do update set
      claimed_at = excluded.claimed_at, rule_version = excluded.rule_version,
      revoked_at = null, revoked_reason = null
    where a.revoked_by is null and (a.claimed_at is null or a.revoked_at is not null)
    returning claimed_at`.execute(transaction)
  const [claimed] = rows
  if (!claimed) return undefined
  for (const { chain_id, block_number } of blocks) {
    await sql`
      insert into achievement_evidence
        (user_id, achievement, chain_id, block_number, stored_at)
      values (${userId}, ${id}, ${chain_id}, ${block_number}, ${now})
      on conflict (user_id, achievement, chain_id) do update set
        block_number = excluded.block_number, is_doubtful = false,
        stored_at = excluded.stored_at`.execute(transaction)
  }
  return claimed.claimed_at
}

/** A claimed achievement; `title` and `description` are those of one of a campaign. */
type ClaimedRow = Pick<EarnedRow, 'achievement' | 'title' | 'description'> & {
  claimed_at: Date
}

/** Lists the claimed achievements of an account, newest first. */
export async function listClaimed(
  database: Database,
  address: string,
  chainId: number | null,
): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    select a.achievement, a.title, a.description, a.claimed_at
    from find_account(${address}, ${chainId}) u
    join user_achievements a on a.user_id = u.id
    where a.claimed_at is not null and a.revoked_at is null
    order by a.claimed_at desc, a.achievement`.execute(database)
  return rows
}

/** Lists the pinned achievements of accounts that they still have, in order. */
export async function listPinned(
  database: Database,
  addresses: readonly string[],
  chainId: number | null,
): Promise<({ address: string } & Omit<ClaimedRow, 'claimed_at'>)[]> {
  const { rows } = await sql<{ address: string } & Omit<ClaimedRow, 'claimed_at'>>`
    select u.address, p.achievement, a.title, a.description
    from unnest(${addresses}::text[]) as asked (address)
    cross join lateral find_account(asked.address, ${chainId}) u
    join pinned_achievements p on p.user_id = u.id
    join user_achievements a on a.user_id = p.user_id and a.achievement = p.achievement
      and a.claimed_at is not null and a.revoked_at is null
    order by u.address, p.place`.execute(database)
  return rows
}

/** Lists the ids that a user pinned and still has, in order. */
export async function listOwnPinned(
  database: Database,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ achievement: string }>`
    select p.achievement from pinned_achievements p
    join user_achievements a on a.user_id = p.user_id and a.achievement = p.achievement
      and a.claimed_at is not null and a.revoked_at is null
    where p.user_id = ${userId} order by p.place`.execute(database)
  return rows.map(({ achievement }) => achievement)
}

/** Replaces the pinned achievements of a user. */
export async function replacePinned(
  database: Database,
  userId: string,
  pinned: readonly string[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Two requests of one user would insert the same places.
    await sql`select from users where id = ${userId} for update`.execute(transaction)
    await transaction
      .deleteFrom('pinned_achievements')
      .where('user_id', '=', userId)
      .execute()
    if (pinned.length === 0) return
    await transaction
      .insertInto('pinned_achievements')
      .values(
        pinned.map((achievement, index) => ({
          user_id: userId,
          place: index + 1,
          achievement,
        })),
      )
      .execute()
  })
}

/** Counts the achievements that a user may claim. */
export async function countClaimable(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from user_achievements
    where user_id = ${userId} and claimed_at is null and achievement = any(${ids}::text[])`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}
