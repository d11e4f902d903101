import type { Draft } from '@platemark/api/studio'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { column, rows } from '../../../database/rows.ts'
import type { Tables } from '../../../tables.ts'

export type SetRow = Selectable<Tables['sets']>

export function findSet(
  database: Database,
  contractId: string,
): Promise<SetRow | undefined> {
  return database
    .selectFrom('sets')
    .selectAll()
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
}

/** Finds the upload that the set of a draft was last written from, and when it last changed. */
export function findSetVersion(
  database: Database,
  contractId: string,
): Promise<Pick<SetRow, 'upload_id' | 'changed_at'> | undefined> {
  return database
    .selectFrom('sets')
    .select(['upload_id', 'changed_at'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
}

/** Row of `works`, without its set and the token of its reveal. */
export type NewWork = Omit<Selectable<Tables['works']>, 'contract_id' | 'revealed_id'>

/** Replaces the set of a draft and its works. */
export async function replaceSet(
  transaction: Database,
  set: Omit<SetRow, 'shown'>,
  works: readonly NewWork[],
): Promise<void> {
  const { contract_id, corrections, accepted, ...columns } = set
  const values = {
    ...columns,
    corrections: JSON.stringify(corrections),
    accepted: JSON.stringify(accepted),
  }
  await transaction
    .insertInto('sets')
    .values({ contract_id, ...values })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(values))
    .execute()
  await transaction.deleteFrom('works').where('contract_id', '=', contract_id).execute()
  await sql`
    insert into works (contract_id, token_id, name, description, external_url, file,
      animation_file, uploaded_sha256, width, height, attributes, source)
    select ${contract_id}::uuid, token_id, name, description, external_url, file,
      animation_file, uploaded_sha256, width, height, attributes, source
    from jsonb_to_recordset(${rows([...works])}) as x(token_id integer, name text,
      description text, external_url text, file text, animation_file text,
      uploaded_sha256 text, width integer, height integer, attributes jsonb,
      source jsonb)`.execute(transaction)
}

/** Lists works by token id, first and last included. */
export function listWorkRows(
  database: Database,
  contractId: string,
  { first, last }: { first: number; last: number },
): Promise<Omit<NewWork, 'external_url' | 'uploaded_sha256'>[]> {
  return database
    .selectFrom('works')
    .select(['token_id', 'name', 'description', 'file', 'animation_file'])
    .select(['width', 'height', 'attributes', 'source'])
    .where('contract_id', '=', contractId)
    .where('token_id', '>=', first)
    .where('token_id', '<=', last)
    .orderBy('token_id')
    .execute()
}

export type WorkRecord = Omit<Selectable<Tables['works']>, 'contract_id' | 'source'>

/** Lists all works of a set by token id, hidden ones too. */
export function listAllWorks(
  database: Database,
  contractId: string,
): Promise<WorkRecord[]> {
  return database
    .selectFrom('works')
    .select(['token_id', 'name', 'description', 'external_url', 'file'])
    .select(['animation_file', 'uploaded_sha256', 'width', 'height'])
    .select(['attributes', 'revealed_id'])
    .where('contract_id', '=', contractId)
    .orderBy('token_id')
    .execute()
}

/** Lists the attributes of all works of a set. */
export async function listAttributes(
  database: Database,
  contractId: string,
): Promise<{ token_id: string; attributes: NewWork['attributes'] }[]> {
  const rows = await database
    .selectFrom('works')
    .select(['token_id', 'attributes'])
    .where('contract_id', '=', contractId)
    .orderBy('token_id')
    .execute()
  return rows.map(({ token_id, attributes }) => ({
    token_id: String(token_id),
    attributes,
  }))
}

/** Columns of a set, and of the last upload of its files, that the studio shows. */
export type SetFacts = {
  contract_id: string
  works: number
  problem_count: number
  /** SHA-256 of its manifest; null: only files are there. */
  set_hash: string | null
  /** Null until its draft is deployed. */
  shown: Draft['fields']['shown'] | null
  upload_id: string | null
  upload_state: Tables['uploads']['state'] | null
}

/** Lists the sets of drafts or collections, also those of which only files are there. */
export async function listSetFacts(
  database: Database,
  contractIds: readonly string[],
): Promise<SetFacts[]> {
  if (contractIds.length === 0) return []
  const { rows: facts } = await sql<SetFacts>`
    select x.id as contract_id, coalesce(s.works, 0) as works,
      coalesce(s.problem_count, 0) as problem_count,
      left(s.manifest_file, 64) as set_hash, s.shown,
      u.id as upload_id, u.state as upload_state
    from unnest(${column('uuid', contractIds, (id) => id)}) as x(id)
    left join sets s on s.contract_id = x.id
    left join lateral (
      select id, state from uploads where draft_id = x.id and kind <> 'work'
      order by updated_at desc, id limit 1
    ) u on true
    where s.contract_id is not null or u.id is not null`.execute(database)
  return facts
}

/** Deletes the set of a draft with its works. */
export async function deleteSet(database: Database, contractId: string): Promise<void> {
  await database.deleteFrom('sets').where('contract_id', '=', contractId).execute()
}

/**
 * Keeps the set of a deployed draft with the way in which its works are shown, or deletes it if
 * the collection has one image.
 */
export async function settleSet(database: Database, draftId: string): Promise<void> {
  await sql`
    with draft as (
      select fields ->> 'art' as art, fields ->> 'shown' as shown from drafts
      where id = ${draftId}
    ), kept as (
      update sets set shown = draft.shown from draft
      where contract_id = ${draftId} and draft.art = 'set'
    )
    delete from sets using draft
    where contract_id = ${draftId} and draft.art is distinct from 'set'`.execute(database)
}
