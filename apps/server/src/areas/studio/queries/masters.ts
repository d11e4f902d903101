import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { column } from '../../../database/rows.ts'
import type { Tables } from '../../../tables.ts'

export type MasterRow = Selectable<Tables['masters']>

/** Condition that the stored work `m` has its camera data, or not, as an upload decides. */
export function isStoredAs({ keeps_camera_data }: { keeps_camera_data: boolean }) {
  return sql<boolean>`m.camera_data <> ${keeps_camera_data ? 'removed' : 'kept'}`
}

/** Lists what an upload has stored, or an earlier one, among files with these hashes. */
export async function listMasters(
  database: Database,
  upload: { user_id: string; keeps_camera_data: boolean },
  hashes: readonly string[],
): Promise<MasterRow[]> {
  const { rows } = await sql<MasterRow>`
    select m.* from unnest(${column('text', hashes, (hash) => hash)}) as x(hash)
    join masters m on m.user_id = ${upload.user_id} and m.uploaded_sha256 = x.hash
      and ${isStoredAs(upload)}`.execute(database)
  return rows
}

export async function insertMaster(
  database: Database,
  { finds, notes, ...master }: MasterRow,
): Promise<void> {
  await database
    .insertInto('masters')
    .values({ ...master, finds: JSON.stringify(finds), notes: JSON.stringify(notes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Deletes stored works from before `before` that are in no set, unless an upload or a draft's
 * set of their account may still use them.
 */
export async function deleteStaleMasters(
  database: Database,
  before: Date,
): Promise<void> {
  await sql`
    delete from masters m where m.created_at < ${before}::timestamptz
      and not exists (select from works w where left(w.file, 64) = left(m.name, 64))
      and not exists (
        select from works w where left(w.animation_file, 64) = left(m.name, 64)
      )
      and not exists (
        select from uploads u where u.user_id = m.user_id
          and u.state in ('receiving', 'checking')
      )
      and not exists (
        select from sets s join drafts d on d.id = s.contract_id
        where s.user_id = m.user_id and d.collection_id is null
      )`.execute(database)
}
