import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Session } from '../../../http/session.ts'
import type { Tables } from '../../../tables.ts'

export type DraftRow = Selectable<Tables['drafts']>

/** Owner of drafts; a contract account owns only those on its own chain. */
type Owner = Pick<Session, 'address' | 'proven_on'>

/** Finds a draft of `owner`; undefined for other owners'. */
export function findDraft(
  database: Database,
  id: string,
  owner: Owner,
): Promise<DraftRow | undefined> {
  return ownDraft(database, id, owner).executeTakeFirst()
}

/** Finds a draft and locks it until the transaction ends. */
export function lockDraft(
  transaction: Database,
  id: string,
  owner: Owner,
): Promise<DraftRow | undefined> {
  return ownDraft(transaction, id, owner).forUpdate().executeTakeFirst()
}

/** Locks a draft of any owner until the transaction ends. */
export function lockAnyDraft(
  transaction: Database,
  id: string,
): Promise<DraftRow | undefined> {
  return transaction
    .selectFrom('drafts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

const ownDraft = (database: Database, id: string, owner: Owner) =>
  ownDrafts(database, owner).where('id', '=', id)

function ownDrafts(database: Database, { address, proven_on }: Owner) {
  const own = database.selectFrom('drafts').selectAll().where('owner', '=', address)
  return proven_on === null ? own : own.where('chain_id', '=', proven_on)
}

/** Lists a wallet's newest drafts without a collection. */
export function listDrafts(
  database: Database,
  owner: Owner,
  most: number,
): Promise<DraftRow[]> {
  return ownDrafts(database, owner)
    .where('collection_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export function insertDraft(
  database: Database,
  draft: {
    id: string
    owner: string
    chain_id: number
    alias: string | null
    fields: Record<string, unknown>
    image_file: string | null
    cover_file: string | null
    now: Date
  },
): Promise<DraftRow> {
  const { now, fields, ...columns } = draft
  return database
    .insertInto('drafts')
    .values({
      ...columns,
      fields: JSON.stringify(fields),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stores changed fields under a new version, which gives later preparations another salt.
 */
export function updateDraftFields(
  database: Database,
  id: string,
  draft: {
    chain_id: number
    alias: string | null
    fields: Record<string, unknown>
    now: Date
  },
): Promise<DraftRow> {
  return database
    .updateTable('drafts')
    .set({
      chain_id: draft.chain_id,
      alias: draft.alias,
      fields: JSON.stringify(draft.fields),
      version: sql<number>`version + 1`,
      updated_at: nextUpdate(draft.now),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A later time than that of the present version, also within a millisecond. */
function nextUpdate(now: Date) {
  return sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
}

export async function markDraftChanged(
  database: Database,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ version: sql<number>`version + 1`, updated_at: nextUpdate(now) })
    .where('id', '=', id)
    .execute()
}

/** Changes to a draft that do not change its contract. */
export type PageChanges = {
  visibility?: 'shown' | 'hidden'
  image_file?: string | null
  animation_file?: string | null
  cover_file?: string | null
}

export async function updateDraftPage(
  database: Database,
  id: string,
  changes: PageChanges,
  now: Date,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ ...changes, updated_at: nextUpdate(now) })
    .where('id', '=', id)
    .execute()
}

export async function deleteDraft(database: Database, id: string): Promise<void> {
  await database.deleteFrom('drafts').where('id', '=', id).execute()
}
