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

/** Locks a user's row until the transaction ends, and returns the username. */
export function lockUsername(transaction: Database, id: string) {
  return transaction
    .selectFrom('users')
    .select(['username', 'username_changed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Columns of a user that can be changed. */
export type UserChanges = {
  [Column in Exclude<(typeof columns)[number], 'id' | 'created_at'>]?:
    | (Column extends 'username_changed_at' ? Date : string)
    | null
    | undefined
}

/**
 * Updates the columns named in `changes`; returns false if another user has the username.
 * The transaction is aborted then.
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

/** A unique violation, or a deadlock between two users who swap usernames. */
function isTaken(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return error.code === '23505' || error.code === '40P01'
}
