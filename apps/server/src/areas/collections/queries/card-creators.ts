import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Batches that started before a change have been committed by then. */
const KEPT_MS = 120_000
const AT_ONCE = 1000

/**
 * Copies changed usernames and avatars into the collections of their creators. Covers
 * creators with many collections and rows that were locked when the profile changed.
 */
export async function applyCreators(database: Database, now: Date): Promise<void> {
  for (let changed = AT_ONCE; changed > 0; ) {
    const { numAffectedRows } = await sql`
      update collections c set creator_name = u.username, creator_avatar = u.avatar_file
      from users u where u.address = c.creator and c.ctid = any(array(
        select c.ctid from users u join collections c on c.creator = u.address
          and (c.creator_name, c.creator_avatar) is distinct from (u.username, u.avatar_file)
        where u.address in (select address from creator_changes)
        order by c.id limit ${AT_ONCE} for update of c skip locked))`.execute(database)
    changed = Number(numAffectedRows ?? 0)
  }
  const before = new Date(now.getTime() - KEPT_MS)
  await database.deleteFrom('creator_changes').where('changed_at', '<', before).execute()
}
