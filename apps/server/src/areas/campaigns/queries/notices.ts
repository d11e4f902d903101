import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type NoticeRow = Selectable<Tables['campaign_notices']>

/** Finds the notice of an entry. */
export function findNotice(
  database: Database,
  id: string,
  address: string,
): Promise<NoticeRow | undefined> {
  return database
    .selectFrom('campaign_notices')
    .selectAll()
    .where('campaign_id', '=', id)
    .where('address', '=', address)
    .executeTakeFirst()
}

/** Saves a notice; a decided one is replaced by a new one. Returns whether it was saved. */
export async function saveNotice(
  transaction: Database,
  id: string,
  notice: Pick<NoticeRow, 'address' | 'reason' | 'evidence' | 'sent_at' | 'answer_until'>,
): Promise<boolean> {
  const { address, reason, evidence, sent_at, answer_until } = notice
  const { numAffectedRows } = await sql`
    insert into campaign_notices as n (campaign_id, address, reason, evidence, sent_at,
      answer_until)
    values (${id}, ${address}, ${reason}, ${evidence}, ${sent_at}, ${answer_until})
    on conflict (campaign_id, address) do update set reason = excluded.reason,
      evidence = excluded.evidence, sent_at = excluded.sent_at,
      answer_until = excluded.answer_until, answer = null, answered_at = null, decision = null,
      decided_at = null
    where n.decision is not null`.execute(transaction)
  return Number(numAffectedRows ?? 0) > 0
}

/** Stores the answer to an open notice; undefined: it is decided or too late. */
export async function saveAnswer(
  database: Database,
  id: string,
  address: string,
  { answer, now }: { answer: string; now: Date },
): Promise<NoticeRow | undefined> {
  return database
    .updateTable('campaign_notices')
    .set({ answer, answered_at: now })
    .where('campaign_id', '=', id)
    .where('address', '=', address)
    .where('decision', 'is', null)
    .where('answer_until', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Stores the decision on a notice. */
export async function decideNotice(
  transaction: Database,
  id: string,
  address: string,
  { decision, now }: { decision: 'disqualified' | 'kept'; now: Date },
): Promise<void> {
  await transaction
    .updateTable('campaign_notices')
    .set({ decision, decided_at: now })
    .where('campaign_id', '=', id)
    .where('address', '=', address)
    .execute()
}

/** Lists the notices that are not decided. */
export function listOpenNotices(database: Database, id: string): Promise<NoticeRow[]> {
  return database
    .selectFrom('campaign_notices')
    .selectAll()
    .where('campaign_id', '=', id)
    .where('decision', 'is', null)
    .orderBy('sent_at')
    .execute()
}
