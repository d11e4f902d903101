import { Problem } from '@platemark/api/problem'
import type { UploadState } from '@platemark/api/uploads'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import {
  deleteUpload,
  findUpload,
  listMissingPieces,
  type MissingPiece,
  type UploadRow,
  updateUploadProgress,
} from '../queries/uploads.ts'

/** Draft and upload that a path names. */
export type UploadPath = { contract_id: string; upload_id: string }

/** Returns how far an upload is. Throws `not_found`, also for other owners'. */
export async function getUpload(
  context: AppContext,
  session: Session,
  path: UploadPath,
): Promise<UploadState> {
  const upload = await findOwnUpload(context, session, path)
  const missing =
    upload.state === 'receiving' ? await listMissingPieces(context.database, upload) : []
  return toUploadState(upload, missing)
}

/** Ends an upload. Throws `not_found`. */
export async function cancelUpload(
  context: AppContext,
  session: Session,
  path: UploadPath,
): Promise<void> {
  const { id } = await findOwnUpload(context, session, path)
  await deleteUpload(context.database, id)
}

/** Finds an upload of the caller. Throws `not_found`, also for other owners'. */
export async function findOwnUpload(
  { database }: AppContext,
  session: Session,
  { contract_id: draftId, upload_id: uploadId }: UploadPath,
): Promise<UploadRow> {
  const found = isUuid.test(uploadId)
    ? await findUpload(database, { draftId, uploadId }, session)
    : undefined
  if (!found) throw new Problem('not_found', 'This upload does not exist.')
  return found
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Looks what is missing of an upload; where nothing is, its files are to be checked. */
export async function describeUpload(
  { database, clock }: AppContext,
  upload: UploadRow,
): Promise<UploadState> {
  if (upload.state !== 'receiving') return toUploadState(upload, [])
  const missing = await listMissingPieces(database, upload)
  const missingBytes = missing.reduce((sum, { length }) => sum + length, 0)
  const updated = await updateUploadProgress(database, upload.id, {
    received_bytes: upload.total_bytes - missingBytes,
    state: missing.length === 0 ? 'checking' : 'receiving',
    now: clock(),
  })
  return toUploadState(updated ?? upload, missing)
}

function toUploadState(upload: UploadRow, missing: readonly MissingPiece[]): UploadState {
  const missingBytes = missing.reduce((sum, { length }) => sum + length, 0)
  return {
    upload_id: upload.id,
    kind: upload.kind,
    state: upload.state,
    file_count: upload.file_count,
    total_bytes: upload.total_bytes,
    received_bytes: upload.total_bytes - missingBytes,
    missing: toRuns(
      missing.flatMap(({ number, is_repeated }) => (is_repeated ? [] : [number])),
    ),
    checked_files: upload.checked_files,
    files_to_check: upload.files_to_check,
    failure: upload.failure,
    can_keep: upload.can_keep,
    updated_at: upload.updated_at.toISOString(),
  }
}

/** Returns ascending numbers as runs: first and last of each. */
function toRuns(numbers: readonly number[]): UploadState['missing'] {
  const runs: UploadState['missing'] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last.to === number - 1) last.to = number
    else runs.push({ from: number, to: number })
  }
  return runs
}
