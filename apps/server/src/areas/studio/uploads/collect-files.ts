import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@platemark/api/problem'
import { isSetText } from '@platemark/works/check-set'
import { isSystemFile } from '@platemark/works/set-files'
import type { WorkFile } from '@platemark/works/work-types'
import { storeMaster } from '../../../files/masters.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { insertMaster, listMasters, type MasterRow } from '../queries/masters.ts'

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
  files: WorkFile[]
  /** Sheets and JSON files. */
  texts: { path: string; bytes: Uint8Array }[]
  /** Files that cannot be works, with a sentence each, by path. */
  refused: Map<string, string>
}

/** Bytes of all sheets and JSON files of a set, which are held in memory. */
const MAX_TEXT_BYTES = 67_108_864

/**
 * Stores the works among files in order, one at a time, and reads their sheets. Works that the
 * account has stored before are not read again, so that a stopped run goes on where it was.
 * Throws as `FileStore`.
 */
export async function collectFiles(
  context: AppContext,
  userId: string,
  incoming: readonly IncomingFile[],
  options: {
    /** Folder for one file at a time. */
    folder: string
    /** Called after each file. */
    report(checked: number): void
  },
): Promise<CollectedFiles> {
  const { database } = context
  const collected: CollectedFiles = { files: [], texts: [], refused: new Map() }
  const hashes = incoming.flatMap(({ sha256 }) => sha256 ?? [])
  const known = new Map(
    (await listMasters(database, userId, hashes)).map((one) => [
      one.uploaded_sha256,
      one,
    ]),
  )
  let textBytes = 0
  for (const [place, file] of incoming.entries()) {
    if (isSetText(file.path)) {
      textBytes += file.size
      if (textBytes > MAX_TEXT_BYTES) {
        collected.refused.set(file.path, 'The sheets and JSON files are above 64 MB.')
      } else {
        collected.texts.push({ path: file.path, bytes: await file.read() })
      }
    }
    collected.files.push(await collectFile(file))
    options.report(place + 1)
  }
  return collected

  async function collectFile(file: IncomingFile): Promise<WorkFile> {
    const { path, size, sha256 = '' } = file
    const unread = { path, size, sha256 }
    if (isSystemFile(path) || isSetText(path)) return unread
    const before = known.get(sha256)
    if (before) return toWorkFile(path, size, before)
    const target = join(options.folder, 'work')
    try {
      const uploaded = await file.write(target)
      const [stored] = await listMasters(database, userId, [uploaded])
      const master = stored ?? (await store(target, size))
      known.set(uploaded, master)
      return toWorkFile(path, size, master)
    } catch (error) {
      if (!isRefusal(error)) throw error
      collected.refused.set(path, error.message)
      return unread
    } finally {
      await rm(target, { force: true })
    }
  }

  async function store(target: string, bytes: number): Promise<MasterRow> {
    const { name, uploaded_sha256, facts, notes } = await storeWhenFree(context, target)
    const master = {
      ...{ user_id: userId, uploaded_sha256, name, bytes, notes },
      ...{ format: facts.format, width: facts.width, height: facts.height },
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
): Promise<Awaited<ReturnType<typeof storeMaster>>> {
  const bounds = { bytes: limits.master_bytes, pixels: limits.master_pixels }
  for (;;) {
    try {
      return await storeMaster(files, path, bounds)
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

function toWorkFile(path: string, size: number, master: MasterRow): WorkFile {
  const { uploaded_sha256: sha256, width, height, format } = master
  return {
    ...{ path, size, sha256, format },
    ...(width !== null && height !== null && { width, height }),
  }
}
