import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@platemark/api/problem'
import { masterNotes } from '@platemark/rules/picture-file'
import { isSetText } from '@platemark/works/check-set'
import { isSystemFile } from '@platemark/works/set-files'
import {
  type CameraDataOptions,
  type StoredMaster,
  storeMaster,
} from '../../../files/masters.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { insertMaster, listMasters, type MasterRow } from '../queries/masters.ts'
import type { UploadRow } from '../queries/uploads.ts'
import type { SetFile } from './set-source.ts'

/** File of a set on its way, in an upload or in a ZIP. */
export type IncomingFile = {
  path: string
  size: number
  /** SHA-256 of its bytes; unknown in a ZIP until it is unpacked. */
  sha256?: string
  /** Reads its bytes into memory. */
  read(): Promise<Uint8Array>
  /** Writes its bytes to `target` and returns their SHA-256. */
  write(target: string): Promise<string>
}

/** Files of a set as they were stored. */
export type CollectedFiles = {
  files: SetFile[]
  /** Sheets and JSON files. */
  texts: { path: string; bytes: Uint8Array }[]
  /** Files that cannot be works, with a sentence each, by path. */
  refused: Map<string, string>
  /** Data removed of works, or kept in them, a sentence each, by path. */
  notes: Map<string, string[]>
}

type CollectedFile = { file: SetFile; refusal?: string; notes?: string[] }

/** Bytes of all sheets and JSON files of a set, which are held in memory. */
const MAX_TEXT_BYTES = 67_108_864

/** Files that are stored at a time: most of each is waiting for the disk. */
const AT_ONCE = 4

/**
 * Stores the works among the files of an upload in order, a few at a time, and reads their
 * sheets. Works that the account has stored before are not read again, so that a stopped run
 * goes on where it was. Throws as `FileStore`.
 */
export async function collectFiles(
  context: AppContext,
  upload: UploadRow,
  incoming: readonly IncomingFile[],
  options: {
    /** Folder for the files that are being stored. */
    folder: string
    /** Called after every few files. */
    report(checked: number): void
  },
): Promise<CollectedFiles> {
  const { database } = context
  const collected: CollectedFiles = {
    ...{ files: [], texts: [], refused: new Map(), notes: new Map() },
  }
  const hashes = incoming.flatMap(({ sha256 }) => sha256 ?? [])
  const known = new Map(
    (await listMasters(database, upload, hashes)).map((one) => [
      one.uploaded_sha256,
      one,
    ]),
  )
  let textBytes = 0
  for (let start = 0; start < incoming.length; start += AT_ONCE) {
    const batch = incoming.slice(start, start + AT_ONCE)
    for (const file of batch) await collectText(file)
    // All end before one that failed is reported: the folder is removed then.
    const ends = await Promise.allSettled(batch.map(collectFile))
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason
      const { file, refusal, notes } = end.value
      collected.files.push(file)
      if (refusal !== undefined) collected.refused.set(file.path, refusal)
      if (notes) collected.notes.set(file.path, notes)
    }
    options.report(start + batch.length)
  }
  return collected

  async function collectText(file: IncomingFile): Promise<void> {
    if (!isSetText(file.path)) return
    textBytes += file.size
    if (textBytes > MAX_TEXT_BYTES) {
      collected.refused.set(file.path, 'The sheets and JSON files exceed 64 MB.')
    } else {
      collected.texts.push({ path: file.path, bytes: await file.read() })
    }
  }

  async function collectFile(file: IncomingFile, place: number): Promise<CollectedFile> {
    const { path, size, sha256 = '' } = file
    const unread = { path, size, sha256 }
    if (isSystemFile(path) || isSetText(path)) return { file: unread }
    const before = known.get(sha256)
    if (before) return describe(file, before)
    const target = join(options.folder, `work-${place}`)
    try {
      const uploaded = await file.write(target)
      const [stored] = await listMasters(database, upload, [uploaded])
      const master = stored ?? (await store(target, size))
      known.set(uploaded, master)
      return describe(file, master)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { file: unread, refusal: error.message }
    } finally {
      await rm(target, { force: true })
    }
  }

  function describe({ path, size }: IncomingFile, master: MasterRow): CollectedFile {
    const file = toSetFile(path, size, { master, upload })
    return { file, notes: listNotes(master, file) }
  }

  async function store(target: string, bytes: number): Promise<MasterRow> {
    const options = { keepsCameraData: upload.keeps_camera_data }
    const { facts, ...stored } = await storeWhenFree(context, target, options)
    const { name, uploaded_sha256, camera_data, notes } = stored
    const { finds, format, width, height } = facts
    const master = {
      ...{ user_id: upload.user_id, uploaded_sha256, name, bytes, format, width, height },
      ...{ finds, camera_data, notes },
      created_at: context.clock(),
    }
    await insertMaster(database, master)
    return master
  }
}

/** Milliseconds between two attempts while other pictures are decoded. */
const BUSY_MS = 500

async function storeWhenFree(
  { files, configuration: { limits } }: AppContext,
  path: string,
  options: CameraDataOptions,
): Promise<StoredMaster> {
  const bounds = { bytes: limits.master_bytes, pixels: limits.master_pixels }
  for (;;) {
    try {
      return await storeMaster(files, path, bounds, options)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'busy') throw error
      await sleep(BUSY_MS)
    }
  }
}

function isRefusal(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    ['unsupported_media', 'file_too_large'].includes(error.code)
  )
}

/** Lists the notes on a stored work; what stays in it was decided by this upload. */
function listNotes({ notes }: MasterRow, { camera_data }: SetFile): string[] {
  const others = notes.filter((note) => note !== masterNotes.kept)
  return camera_data?.state === 'kept' ? [...others, masterNotes.kept] : others
}

function toSetFile(
  path: string,
  size: number,
  { master, upload }: { master: MasterRow; upload: UploadRow },
): SetFile {
  const { name, uploaded_sha256: sha256, width, height, format } = master
  const { finds, camera_data } = master
  // What cannot be removed is kept where the creator keeps all of it.
  const state = camera_data === 'stays' && upload.keeps_camera_data ? 'kept' : camera_data
  return {
    ...{ path, size, sha256, format, master: name },
    ...(width !== null && height !== null && { width, height }),
    ...(state !== 'none' && { camera_data: { finds, state } }),
  }
}
