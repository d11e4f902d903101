import { PIECE_BYTES } from '@platemark/api/upload-pieces'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { rows } from '../../../database/rows.ts'
import type { Session } from '../../../http/session.ts'
import type { Tables } from '../../../tables.ts'
import type { CheckedManifest } from '../uploads/check-manifest.ts'
import { isManagedDraft } from './drafts.ts'
import { isStoredAs } from './masters.ts'

export type UploadRow = Selectable<Tables['uploads']>

/** Keeps other transactions from beginning uploads of the account until this one ends. */
export async function lockUploads(transaction: Database, userId: string): Promise<void> {
  const name = `uploads ${userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(
    transaction,
  )
}

/** Counts the unfinished uploads of an account, but for one. */
export async function countOpenUploads(
  database: Database,
  userId: string,
  except: string | undefined,
): Promise<number> {
  let query = database
    .selectFrom('uploads')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['receiving', 'checking'])
  if (except !== undefined) query = query.where('id', '<>', except)
  return (await query.executeTakeFirstOrThrow()).count
}

/**
 * Deletes the unfinished uploads of the set of a draft, or of its single work, but for one:
 * others take their place.
 */
export async function deleteOpenUploads(
  database: Database,
  options: { draftId: string; isWork: boolean; except?: string | undefined },
): Promise<void> {
  const { draftId, isWork, except } = options
  let query = database
    .deleteFrom('uploads')
    .where('draft_id', '=', draftId)
    .where('kind', isWork ? '=' : '<>', 'work')
    .where('state', 'in', ['receiving', 'checking'])
  if (except !== undefined) query = query.where('id', '<>', except)
  await query.execute()
}

export function findUploadOfManifest(
  database: Database,
  draftId: string,
  named: Pick<UploadRow, 'manifest_hash' | 'keeps_camera_data'>,
): Promise<UploadRow | undefined> {
  return database
    .selectFrom('uploads')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('manifest_hash', '=', named.manifest_hash)
    .where('keeps_camera_data', '=', named.keeps_camera_data)
    .executeTakeFirst()
}

/** Deletes the uploads of the single work of a draft: another image takes its place. */
export async function deleteWorkUploads(
  database: Database,
  draftId: string,
): Promise<void> {
  await database
    .deleteFrom('uploads')
    .where('draft_id', '=', draftId)
    .where('kind', '=', 'work')
    .execute()
}

/** Inserts an upload with its files, in one statement however many there are. */
export async function insertUpload(
  database: Database,
  upload: CheckedManifest & {
    draftId: string
    userId: string
    keeps_camera_data: boolean
    now: Date
  },
): Promise<UploadRow> {
  const { files, kind, total_bytes, draftId, userId, now } = upload
  const { manifest_hash, keeps_camera_data } = upload
  const row = await database
    .insertInto('uploads')
    .values({
      ...{ draft_id: draftId, user_id: userId, kind, manifest_hash, total_bytes },
      ...{
        keeps_camera_data,
        file_count: files.length,
        received_bytes: 0,
        state: 'receiving',
      },
      ...{ created_at: now, updated_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const values = files.map((file, position) => ({ ...file, position }))
  await sql`
    insert into upload_files
      (upload_id, position, path, size, sha256, first_piece, pieces)
    select ${row.id}::uuid, position, path, size, sha256, first_piece, pieces
    from jsonb_to_recordset(${rows(values)}) as x(position integer, path text,
      size bigint, sha256 text, first_piece integer, pieces integer)`.execute(database)
  return row
}

/** Finds an upload of a draft of `owner`; undefined for other owners'. */
export async function findUpload(
  database: Database,
  { draftId, uploadId }: { draftId: string; uploadId: string },
  owner: Pick<Session, 'address' | 'proven_on'>,
): Promise<UploadRow | undefined> {
  return database
    .selectFrom('uploads')
    .innerJoin('drafts', 'drafts.id', 'uploads.draft_id')
    .selectAll('uploads')
    .where('uploads.draft_id', '=', draftId)
    .where('uploads.id', '=', uploadId)
    .where(isManagedDraft(owner))
    .executeTakeFirst()
}

export function findUploadById(
  database: Database,
  id: string,
): Promise<UploadRow | undefined> {
  return database
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Piece of an upload; `is_repeated`: an earlier missing piece has the same bytes. */
export type MissingPiece = { number: number; length: number; is_repeated: boolean }

/**
 * Lists the pieces of an upload that its account has not sent, in order. Those of files that
 * were read before, and stored as this upload decides, are not missing.
 */
export async function listMissingPieces(
  database: Database,
  upload: Pick<UploadRow, 'id' | 'user_id' | 'keeps_camera_data'>,
): Promise<MissingPiece[]> {
  const { id, user_id } = upload
  const { rows: missing } = await sql<MissingPiece>`
    select f.first_piece + p.piece as number,
      least(${PIECE_BYTES}::bigint, f.size - p.piece::bigint * ${PIECE_BYTES})::integer
        as length,
      row_number() over (partition by f.sha256, p.piece order by f.first_piece) > 1
        as is_repeated
    from upload_files f, generate_series(0, f.pieces - 1) as p(piece)
    where f.upload_id = ${id}
      and not exists (select from masters m
        where m.user_id = ${user_id} and m.uploaded_sha256 = f.sha256
          and ${isStoredAs(upload)})
      and not exists (select from received_pieces r
        where r.user_id = ${user_id} and r.sha256 = f.sha256 and r.piece = p.piece)
    order by 1`.execute(database)
  return missing
}

/** Stores how far an upload is; an upload that has ended stays as it is. */
export async function updateUploadProgress(
  database: Database,
  id: string,
  progress: Pick<UploadRow, 'received_bytes' | 'state'> & { now: Date },
): Promise<UploadRow | undefined> {
  const { received_bytes, state, now } = progress
  return database
    .updateTable('uploads')
    .set({ received_bytes, state, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .returningAll()
    .executeTakeFirst()
}

/** Begins an upload that has ended anew. */
export async function reopenUpload(database: Database, id: string): Promise<void> {
  await database
    .updateTable('uploads')
    .set({ state: 'receiving', failure: null, checked_files: 0, files_to_check: null })
    .set({ can_keep: false, notes: '[]', claimed_by: null, claimed_at: null })
    .where('id', '=', id)
    .execute()
}

/** Deletes uploads that wait for bytes since before `before`. */
export async function deleteWaitingUploads(
  database: Database,
  before: Date,
): Promise<void> {
  await database
    .deleteFrom('uploads')
    .where('state', '=', 'receiving')
    .where('updated_at', '<', before)
    .execute()
}

export async function deleteUpload(database: Database, id: string): Promise<void> {
  await database.deleteFrom('uploads').where('id', '=', id).execute()
}

/** Lists the files of an upload in the order of their paths. */
export function listUploadFiles(
  database: Database,
  uploadId: string,
): Promise<{ path: string; size: number; sha256: string }[]> {
  return database
    .selectFrom('upload_files')
    .select(['path', 'size', 'sha256'])
    .where('upload_id', '=', uploadId)
    .orderBy('position')
    .execute()
}

/** Last upload of the work that all tokens of a draft show. */
export type WorkUpload = Pick<UploadRow, 'state' | 'notes'> & {
  draft_id: string
  upload_id: string
}

/** Lists the last uploads of the single works of drafts. */
export async function listWorkUploads(
  database: Database,
  draftIds: readonly string[],
): Promise<WorkUpload[]> {
  if (draftIds.length === 0) return []
  return database
    .selectFrom('uploads')
    .distinctOn('draft_id')
    .select(['draft_id', 'id as upload_id', 'state', 'notes'])
    .where('kind', '=', 'work')
    .where('draft_id', 'in', draftIds)
    .orderBy('draft_id')
    .orderBy('updated_at', 'desc')
    .execute()
}
