import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { DraftRow } from './drafts.ts'

/** Freezes a draft until its transaction is mined or dropped. */
export async function freezeDraft(
  database: Database,
  id: string,
  prepared: {
    salt: string
    predicted_address: string
    list_root: string | null
    deadline: Date
    /** Session that prepares it. */
    prepared_by: string
  },
): Promise<void> {
  await database.updateTable('drafts').set(prepared).where('id', '=', id).execute()
}

/** Notes that a further session has the prepared transaction of a frozen draft. */
export async function sharePrepared(
  database: Database,
  id: string,
  session: string,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ prepared_by: null })
    .where('id', '=', id)
    .where('prepared_by', '<>', session)
    .execute()
}

/** Keeps the reported hash of a prepared transaction; of a draft that is not frozen it is dropped. */
export async function setTransactionHash(
  database: Database,
  id: string,
  hash: string,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ transaction_hash: hash })
    .where('id', '=', id)
    .where('salt', 'is not', null)
    .where('collection_id', 'is', null)
    .execute()
}

/** Thaws a draft under a new version, unless it was prepared anew meanwhile. */
export async function thawDraft(
  database: Database,
  id: string,
  salt: string,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({
      salt: null,
      predicted_address: null,
      list_root: null,
      deadline: null,
      prepared_by: null,
      transaction_hash: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('salt', '=', salt)
    .where('collection_id', 'is', null)
    .execute()
}

/** Finds the last confirmed block of a chain; -1 if there is none. */
export async function findConfirmedNumber(
  database: Database,
  chainId: number,
): Promise<number> {
  const cursor = await database
    .selectFrom('chain_cursors')
    .select('confirmed_number')
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return cursor?.confirmed_number ?? -1
}

/** Finds the draft from which the factory created this collection. */
export function findDraftOfDeployment(
  database: Database,
  made: { chainId: number; creator: string; salt: string; address: string },
): Promise<DraftRow | undefined> {
  return database
    .selectFrom('drafts')
    .selectAll()
    .where('chain_id', '=', made.chainId)
    .where('owner', '=', made.creator)
    .where('salt', '=', made.salt)
    .where('predicted_address', '=', made.address)
    .executeTakeFirst()
}

/** Lists which of these salts belong to drafts of these owners. */
export async function listDraftSalts(
  database: Database,
  { chainId, owners, salts }: { chainId: number; owners: string[]; salts: string[] },
): Promise<Set<string>> {
  const found = await database
    .selectFrom('drafts')
    .select('salt')
    .where('chain_id', '=', chainId)
    .where('owner', 'in', owners)
    .where('salt', 'in', salts)
    .execute()
  return new Set(found.flatMap(({ salt }) => salt ?? []))
}

export async function markDraftDeployed(
  database: Database,
  id: string,
  collectionId: string,
): Promise<void> {
  await database
    .updateTable('drafts')
    .set({ collection_id: collectionId })
    .where('id', '=', id)
    .execute()
}
