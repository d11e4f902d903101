import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

/** Collection of the index that a bundle is imported into. */
export type ImportTarget = Pick<
  Selectable<Tables['collections']>,
  'id' | 'chain_id' | 'address' | 'creator' | 'name' | 'updated_by' | 'deleted_at'
> & { has_draft: boolean; manifest_file: string | null }

export function findImportTarget(
  database: Database,
  chainId: number,
  address: string,
): Promise<ImportTarget | undefined> {
  return database
    .selectFrom('collections as c')
    .leftJoin('sets as s', 's.contract_id', 'c.id')
    .select(['c.id', 'c.chain_id', 'c.address', 'c.creator', 'c.name'])
    .select(['c.updated_by', 'c.deleted_at', 's.manifest_file'])
    .select(
      sql<boolean>`exists (select from drafts d where d.collection_id = c.id)`.as(
        'has_draft',
      ),
    )
    .where('c.chain_id', '=', chainId)
    .where('c.address', '=', address)
    .executeTakeFirst()
}

/** Stores the draft of an imported collection, from which a new index takes its page. */
export async function insertImportedDraft(
  transaction: Database,
  draft: Insertable<Tables['drafts']>,
): Promise<void> {
  await transaction
    .insertInto('drafts')
    .values(draft)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Writes the page of an imported collection; an alias that is taken stays out. */
export async function updateImportedPage(
  transaction: Database,
  id: string,
  { links, alias, ...page }: ImportedPage,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('collections as c')
    .set({ ...page, links: JSON.stringify(links), is_unlisted: false, updated_at: now })
    .where('c.id', '=', id)
    .execute()
  await transaction
    .updateTable('collections as c')
    .set({ alias })
    .where('c.id', '=', id)
    .where('c.alias', 'is', null)
    .where(
      sql<boolean>`not exists (select from collections o
        where o.chain_id = c.chain_id and o.alias = ${alias})`,
    )
    .execute()
}

export type ImportedPage = Pick<
  Selectable<Tables['collections']>,
  'description' | 'image_file' | 'animation_file' | 'cover_file' | 'visibility' | 'alias'
> & { links: Record<string, string | null> }

/** Sets when the works of a deployed collection are shown. */
export async function setShown(
  transaction: Database,
  contractId: string,
  shown: 'at_once' | 'at_mint' | 'at_reveal',
): Promise<void> {
  await transaction
    .updateTable('sets')
    .set({ shown })
    .where('contract_id', '=', contractId)
    .execute()
}
