import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { every } from '../../../every.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { lockAnyDraft, markDraftChanged, updateDraftPage } from '../queries/drafts.ts'
import { deletePieces, deleteStoredPieces } from '../queries/pieces.ts'
import { findSet, findSetVersion, type SetRow } from '../queries/sets.ts'
import {
  claimUpload,
  countFilesToCheck,
  failUpload,
  finishUpload,
  updateCheck,
  waitForPieces,
} from '../queries/upload-checks.ts'
import { listUploadFiles, type UploadRow } from '../queries/uploads.ts'
import { type CollectedFiles, collectFiles, type IncomingFile } from './collect-files.ts'
import { findWork } from './find-work.ts'
import { openZip } from './open-zip.ts'
import { createPieceReader, PiecesLostError } from './piece-reader.ts'
import { readTexts, type SetFile, unpackJson } from './set-source.ts'
import { withUploadFolder } from './upload-folder.ts'
import { UploadRefusedError } from './upload-refused.ts'
import { checkSource, type SetSource, writeSet } from './write-set.ts'

/** Milliseconds between two signs of life of a check. */
const HEARTBEAT_MS = 1000

/**
 * Reads the files of one complete upload and writes its set or work; returns false if there is none.
 * A run that is killed is done again by another one, which finds the works that were stored.
 */
export async function checkNextUpload(
  context: AppContext,
  signal?: AbortSignal,
): Promise<boolean> {
  if (signal?.aborted) return false
  const { database, clock, configuration, log } = context
  const claim = randomUUID()
  const staleMs = configuration.limits.lease_seconds * 1000
  const upload = await claimUpload(database, { claim, now: clock(), staleMs })
  if (!upload) return false
  const check = { claimed_by: claim, checked_files: 0 }
  const stop = every(HEARTBEAT_MS, async () => {
    try {
      await updateCheck(database, upload.id, { ...check, now: clock() })
    } catch (error) {
      log.warn({ err: error, upload: upload.id }, 'upload check heartbeat failed')
    }
  })
  try {
    await checkUpload(context, upload, { check, signal })
  } catch (error) {
    if (error instanceof UploadRefusedError) {
      await failUpload(database, upload.id, {
        ...{ claim, failure: error.message, can_keep: error.canKeep, now: clock() },
      })
    } else if (error instanceof PiecesLostError) {
      await deletePieces(database, upload.user_id, error.sha256)
      await waitForPieces(database, upload.id, clock())
    } else throw error
  } finally {
    await stop()
  }
  return true
}

type Check = { claimed_by: string; checked_files: number }

async function checkUpload(
  context: AppContext,
  upload: UploadRow,
  { check, signal }: { check: Check; signal: AbortSignal | undefined },
): Promise<void> {
  await withUploadFolder(context, async (folder) => {
    const collected = await collectUpload(context, upload, folder, (checked) => {
      signal?.throwIfAborted()
      check.checked_files = checked
    })
    // A correction that was stored first is part of the next reading.
    while (!(await writeUpload(context, upload, collected, check.claimed_by)));
  })
}

/** Writes what was read and ends the upload; returns false if the set has changed meanwhile. */
async function writeUpload(
  context: AppContext,
  upload: UploadRow,
  collected: CollectedFiles,
  claim: string,
): Promise<boolean> {
  const { database, clock } = context
  const { notes, isCurrent, write } = await prepareWrite(context, upload, collected)
  return database.transaction().execute(async (transaction) => {
    const draft = await lockAnyDraft(transaction, upload.draft_id)
    // Deleted meanwhile, and the upload with it.
    if (!draft) return true
    if (draft.salt !== null || draft.collection_id) {
      throw new UploadRefusedError(
        'The collection was being deployed while the files were read. Its works stay as they were.',
      )
    }
    if (!(await isCurrent(transaction))) return false
    const finished = { claim, notes, now: clock() }
    const isOurs = await finishUpload(transaction, upload.id, finished)
    // Another process goes on with it, or it was cancelled.
    if (!isOurs) return true
    await write(transaction)
    await deleteStoredPieces(transaction, upload)
    return true
  })
}

type PreparedWrite = {
  /** Data removed of a single work, or kept in it, a sentence each. */
  notes: string[]
  /** Returns whether the set is still the one that the files were added to. */
  isCurrent(transaction: AppContext['database']): Promise<boolean>
  /** Writes the set of the draft, or its single work. */
  write(transaction: AppContext['database']): Promise<void>
}

async function prepareWrite(
  context: AppContext,
  upload: UploadRow,
  collected: CollectedFiles,
): Promise<PreparedWrite> {
  const { database, clock } = context
  const { draft_id, kind } = upload
  if (kind === 'work') {
    const { page, notes } = findWork(collected)
    return {
      notes,
      isCurrent: async () => true,
      write: (transaction) => updateDraftPage(transaction, draft_id, page, clock()),
    }
  }
  const before = kind === 'more' ? await findSet(database, draft_id) : undefined
  const source = await toSource(context, { ...upload, kind }, collected, before)
  const checked = await checkSource(context, source)
  return {
    notes: [],
    async isCurrent(transaction) {
      if (!before) return true
      const now = await findSetVersion(transaction, draft_id)
      return now?.changed_at.getTime() === before.changed_at.getTime()
    },
    async write(transaction) {
      await writeSet(transaction, checked, clock())
      await markDraftChanged(transaction, draft_id, clock())
    },
  }
}

async function collectUpload(
  context: AppContext,
  upload: UploadRow,
  folder: string,
  report: (checked: number) => void,
): Promise<CollectedFiles> {
  const { database, configuration } = context
  const { id, user_id, kind } = upload
  const reader = createPieceReader(context, user_id)
  const listed = await listUploadFiles(database, id)
  const [archive] = listed
  if (kind !== 'zip' || !archive) {
    const incoming = listed.map(
      ({ path, size, sha256 }): IncomingFile => ({
        ...{ path, size, sha256 },
        read: () => reader.read(sha256),
        write: async (target) => {
          await reader.write(sha256, target)
          return sha256
        },
      }),
    )
    return collectFiles(context, upload, incoming, { folder, report })
  }
  const path = join(folder, 'archive')
  await reader.write(archive.sha256, path)
  const zip = await openZip(path, configuration.limits)
  try {
    const incoming = zip.entries.map(
      (entry): IncomingFile => ({
        ...{ path: entry.path, size: entry.size },
        read: () => zip.read(entry),
        write: (target) => zip.extract(entry, target),
      }),
    )
    await countFilesToCheck(database, id, incoming.length)
    return await collectFiles(context, upload, incoming, { folder, report })
  } finally {
    zip.close()
  }
}

type SetUpload = Omit<UploadRow, 'kind'> & { kind: Exclude<UploadRow['kind'], 'work'> }

async function toSource(
  context: AppContext,
  { draft_id, user_id, id, kind }: SetUpload,
  { files, texts, refused }: CollectedFiles,
  set: SetRow | undefined,
): Promise<SetSource> {
  const own = files.map((file): SetFile => {
    const reason = refused.get(file.path)
    return { ...file, ...(reason !== undefined && { refused: reason }) }
  })
  const place = { contract_id: draft_id, user_id, upload_id: id }
  if (kind !== 'more') {
    return { ...place, origin: kind, files: own, texts, corrections: [], accepted: [] }
  }
  if (!set) {
    throw new UploadRefusedError(
      'These files belong to no set yet. Choose the whole folder.',
    )
  }
  const isNew = new Set(own.map(({ path }) => path))
  // Safe: `checkSource` wrote it.
  const before = (await unpackJson(set.files)) as SetFile[]
  const isKept = ({ path }: { path: string }) => !isNew.has(path)
  return {
    ...place,
    origin: set.origin,
    files: [...before.filter(isKept), ...own],
    texts: [...(await readTexts(context, set.texts_file)).filter(isKept), ...texts],
    corrections: set.corrections,
    accepted: set.accepted,
  }
}
