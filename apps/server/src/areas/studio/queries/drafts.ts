import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Session } from '../../../http/session.ts'
import type { Tables } from '../../../tables.ts'
import type { Rights } from '../../collections/service.ts'

export type DraftRow = Selectable<Tables['drafts']>

/** Owner of drafts; a contract account owns only those on its own chain. */
type Owner = Pick<Session, 'address' | 'proven_on'>

/** Finds a draft that `caller` has rights to; undefined for others'. */
export function findDraft(
  database: Database,
  id: string,
  caller: Owner,
  rights: Rights = 'owner',
): Promise<DraftRow | undefined> {
  return ownDraft(database, id, caller, rights).executeTakeFirst()
}

/** Finds a draft and locks it until the transaction ends. */
export function lockDraft(
  transaction: Database,
  id: string,
  caller: Owner,
  rights: Rights = 'owner',
): Promise<DraftRow | undefined> {
  return ownDraft(transaction, id, caller, rights).forUpdate().executeTakeFirst()
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

function ownDraft(database: Database, id: string, caller: Owner, rights: Rights) {
  return database
    .selectFrom('drafts')
    .selectAll()
    .where('id', '=', id)
    .where(isManagedDraft(caller, rights))
}

/**
 * Returns the condition on a row of `drafts` that the caller has rights to it. The draft of a
 * collection belongs to the owner of the moment, not to its creator.
 */
export function isManagedDraft(
  { address, proven_on }: Owner,
  rights: Rights = 'owner',
): RawBuilder<SqlBool> {
  const owner = sql`coalesce((select c.owner from collections c
    where c.id = drafts.collection_id), drafts.owner)`
  const edits =
    rights === 'editor' ? sql`or is_editor(drafts.id, ${owner}, ${address})` : sql``
  return sql`(${owner} = ${address} ${edits}) and ${isOnChain(proven_on)}`
}

function isOnChain(provenOn: number | null): RawBuilder<SqlBool> {
  return provenOn === null ? sql`true` : sql`drafts.chain_id = ${provenOn}`
}

/** Lists a wallet's newest drafts without a collection. */
export function listDrafts(
  database: Database,
  owner: Owner,
  most: number,
): Promise<DraftRow[]> {
  return database
    .selectFrom('drafts')
    .selectAll()
    .where('owner', '=', owner.address)
    .where(isOnChain(owner.proven_on))
    .where('collection_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Lists the newest drafts without a collection that an account may edit and does not own. */
export function listEditedDrafts(
  database: Database,
  editor: Owner,
  most: number,
): Promise<DraftRow[]> {
  return database
    .selectFrom('drafts')
    .innerJoin('editors', (join) =>
      join
        .onRef('editors.contract_id', '=', 'drafts.id')
        .onRef('editors.owner', '=', 'drafts.owner'),
    )
    .selectAll('drafts')
    .where('editors.address', '=', editor.address)
    .where(isOnChain(editor.proven_on))
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
