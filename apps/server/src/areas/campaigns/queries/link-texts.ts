import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type LinkText = Selectable<Tables['campaign_link_texts']>

/** Inserts a text to sign, and deletes those that have expired. */
export async function insertLinkText(
  database: Database,
  text: Omit<LinkText, 'used_at'>,
  now: Date,
): Promise<void> {
  await sql`delete from campaign_link_texts where expires_at <= ${now}`.execute(database)
  await database
    .insertInto('campaign_link_texts')
    .values({ ...text, used_at: null })
    .execute()
}

/** Finds a text that can be used. */
export function findLinkText(
  database: Database,
  nonceHash: string,
  now: Date,
): Promise<LinkText | undefined> {
  return database
    .selectFrom('campaign_link_texts')
    .selectAll()
    .where('nonce_hash', '=', nonceHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a text up; returns whether it was unused. */
export async function consumeLinkText(
  transaction: Database,
  nonceHash: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('campaign_link_texts')
    .set({ used_at: now })
    .where('nonce_hash', '=', nonceHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
