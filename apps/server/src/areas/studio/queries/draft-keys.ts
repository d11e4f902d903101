import type { PictureNotes } from '@platemark/api/fields'
import type { Database } from '../../../database/database.ts'

/** Idempotency key with its request hash, its draft and the notes on its pictures. */
type DraftKey = {
  user_id: string
  key: string
  request_hash: string
  draft_id: string
  notes: PictureNotes
}

/** Finds the draft created with a key since a time. */
export function findDraftKey(
  database: Database,
  { user_id, key }: Pick<DraftKey, 'user_id' | 'key'>,
  since: Date,
): Promise<DraftKey | undefined> {
  return database
    .selectFrom('draft_keys')
    .select(['user_id', 'key', 'request_hash', 'draft_id', 'notes'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/** Claims a key for a draft; returns false if another request has it. */
export async function claimDraftKey(
  transaction: Database,
  claim: DraftKey,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  await transaction
    .deleteFrom('draft_keys')
    .where('user_id', '=', claim.user_id)
    .where('created_at', '<=', since)
    .execute()
  const claimed = await transaction
    .insertInto('draft_keys')
    .values({ ...claim, notes: JSON.stringify(claim.notes), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}
