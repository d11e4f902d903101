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
      with stale as materialized (
        select c.ctid as place, u.username, u.avatar_file, u.auth_chain_id
        from collections c cross join lateral find_account(c.creator, c.chain_id) u
        where c.creator in (select address from creator_changes)
          and (c.creator_name, c.creator_avatar, c.is_creator_contract)
            is distinct from (u.username, u.avatar_file, u.auth_chain_id is not null)
        order by c.id limit ${AT_ONCE} for update of c skip locked)
      update collections c set creator_name = s.username, creator_avatar = s.avatar_file,
        is_creator_contract = s.auth_chain_id is not null
      from stale s where c.ctid = s.place`.execute(database)
    changed = Number(numAffectedRows ?? 0)
  }
  const before = new Date(now.getTime() - KEPT_MS)
  await database.deleteFrom('creator_changes').where('changed_at', '<', before).execute()
}
