import { type FieldProblems, Problem } from '@platemark/api/problem'
import type { UploadState } from '@platemark/api/uploads'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { toDraftFields } from '../describe-draft.ts'
import { lockOpenDraft, openDraft } from '../open-draft.ts'
import { findSetVersion } from '../queries/sets.ts'
import {
  countOpenUploads,
  deleteOpenUploads,
  findUploadOfManifest,
  insertUpload,
  lockUploads,
  reopenUpload,
  type UploadRow,
} from '../queries/uploads.ts'
import type { CheckedManifest } from './check-manifest.ts'
import { describeUpload } from './describe-upload.ts'

/** Files above the limit that an answer names. */
const MAX_NAMED = 20

/**
 * Begins the upload of a set or work for a draft; the same list of files gives the same upload
 * while the draft decides the same on camera data. It is read anew where others took its place.
 * A new set or work ends the unfinished ones of its draft. Throws as `openDraft`, `file_too_large`,
 * `validation_failed`, and `too_many_uploads`.
 */
export async function createUpload(
  context: AppContext,
  session: Session,
  draftId: string,
  manifest: CheckedManifest & { admit(): Promise<void> },
): Promise<UploadState> {
  const { database } = context
  await openDraft(context, session, draftId)
  await manifest.admit()
  refuseLargeFiles(context, manifest)
  const upload = await database.transaction().execute(async (transaction) => {
    const locked = await lockOpenDraft(transaction, session, draftId)
    await lockUploads(transaction, session.user_id)
    const { manifest_hash, kind } = manifest
    const { keeps_camera_data } = toDraftFields(context, locked)
    const named = { manifest_hash, keeps_camera_data }
    const known = await findUploadOfManifest(transaction, draftId, named)
    if (kind !== 'more') {
      const others = { draftId, isWork: kind === 'work', except: known?.id }
      await deleteOpenUploads(transaction, others)
    }
    if (known && known.state !== 'failed' && !(await isReplaced(transaction, known))) {
      return known
    }
    await refuseMoreUploads(context, transaction, session.user_id, known)
    if (!known) {
      return insertUpload(transaction, {
        ...manifest,
        ...{ draftId, userId: session.user_id, keeps_camera_data, now: context.clock() },
      })
    }
    await reopenUpload(transaction, known.id)
    return { ...known, state: 'receiving' as const }
  })
  return describeUpload(context, upload)
}

/** Returns whether an upload that was read has to be read anew: other files may be in its place. */
async function isReplaced(
  transaction: AppContext['database'],
  { id, draft_id, kind, state }: UploadRow,
): Promise<boolean> {
  if (state !== 'ready') return false
  return (
    kind === 'work' || (await findSetVersion(transaction, draft_id))?.upload_id !== id
  )
}

async function refuseMoreUploads(
  { configuration: { limits } }: AppContext,
  transaction: AppContext['database'],
  userId: string,
  known: UploadRow | undefined,
): Promise<void> {
  const most = limits.set_uploads_open
  if ((await countOpenUploads(transaction, userId, known?.id)) < most) return
  throw new Problem(
    'too_many_uploads',
    `This account has ${most} unfinished uploads, which is the maximum. Finish or cancel one first.`,
  )
}

function refuseLargeFiles(
  { configuration: { limits } }: AppContext,
  { kind, files, total_bytes }: CheckedManifest,
): void {
  const { set_bytes, master_bytes } = limits
  if (total_bytes > set_bytes) {
    const size = `These files have ${formatMegabytes(total_bytes)} together`
    throw new Problem(
      'file_too_large',
      `${size}, a set has at most ${formatMegabytes(set_bytes)}. Make the pictures smaller.`,
    )
  }
  if (kind === 'zip') return
  const large = files.filter(({ size }) => size > master_bytes)
  if (large.length === 0) return
  const sentence = `A work has at most ${formatMegabytes(master_bytes)}. Make this file smaller.`
  const fields: FieldProblems = {}
  for (const { path } of large.slice(0, MAX_NAMED)) fields[path] = [sentence]
  throw new Problem('validation_failed', undefined, { fields })
}

/** Returns a size for a sentence: `2,048 MB`, of 1024 kB each. */
function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`
}
