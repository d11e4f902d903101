import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../database/error-code.ts'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from './private-folder.ts'

/** Immutable files, named by their content. */
export type FileStore = {
  /**
   * Stores `bytes` as `{sha256}.{extension}` with variants as
   * `{sha256}-{key}.{extension}`, and returns the name. Storing the same bytes again
   * changes nothing.
   */
  put(
    bytes: Uint8Array,
    extension: string,
    variants?: Readonly<Record<string, Uint8Array>>,
  ): Promise<string>
  /**
   * Stores `bytes` derived from content with the SHA-256 `hash` as
   * `{hash}-{kind}.{extension}`, and returns the name.
   */
  putDerived(
    hash: string,
    kind: string,
    extension: string,
    bytes: Uint8Array,
  ): Promise<string>
  /** Reads a file whole; undefined for an unknown or invalid name. */
  read(name: string): Promise<Uint8Array | undefined>
  /**
   * Opens a file to send it without holding it in memory; undefined as in `read`. The
   * stream must be read or destroyed.
   */
  open(name: string): Promise<StoredFile | undefined>
  /**
   * Deletes files last stored before `before` of which `keep` does not return the hash,
   * and parts of files that were never finished; returns how many.
   */
  deleteOthers(
    before: Date,
    keep: (hashes: string[]) => Promise<string[]>,
  ): Promise<number>
}

export type StoredFile = { size: number; stream: Readable }

/** Valid names; nothing else ever becomes part of a path. */
const fileName = /^([0-9a-f]{64})(?:-[a-z0-9]{1,16})?\.[a-z0-9]{1,8}$/

const subfolderName = /^[0-9a-f]{2}$/

/** Creates a store in `folder`, spread over 256 subfolders by the start of the name. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    if (!fileName.test(name)) throw new Error(`file name is invalid: got ${name}`)
    const path = pathOf(name)
    // Written to a temporary file and renamed after the sync, so that readers never see a
    // partial file.
    const unfinished = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE })
    try {
      const file = await open(unfinished, 'wx', PRIVATE_FILE_MODE)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  return {
    async put(bytes, extension, variants = {}) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      for (const [key, variant] of Object.entries(variants)) {
        await write(`${hash}-${key}.${extension}`, variant)
      }
      // Stored last, so that a file with this name always has its variants.
      await write(`${hash}.${extension}`, bytes)
      return `${hash}.${extension}`
    },
    async putDerived(hash, kind, extension, bytes) {
      const name = `${hash}-${kind}.${extension}`
      await write(name, bytes)
      return name
    },
    async read(name) {
      if (!fileName.test(name)) return undefined
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async deleteOthers(before, keep) {
      let count = 0
      for (const part of await readdir(folder)) {
        // A volume has files of its own, such as lost+found.
        if (!subfolderName.test(part)) continue
        const old: string[] = []
        for (const name of await readdir(join(folder, part))) {
          if (await isOlder(join(folder, part, name), before)) old.push(name)
        }
        const kept = new Set(old.length > 0 ? await keep(old.map(hashOf)) : [])
        for (const name of old) {
          if (fileName.test(name) && kept.has(hashOf(name))) continue
          if (await deleteOlder(join(folder, part, name), before)) count += 1
        }
      }
      return count
    },
    async open(name) {
      if (!fileName.test(name)) return undefined
      try {
        const file = await open(pathOf(name))
        const { size } = await file.stat()
        return { size, stream: file.createReadStream() }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
  }
}

function hashOf(name: string): string {
  return name.slice(0, 64)
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < before
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Deletes a file unless it is stored again at this moment. */
async function deleteOlder(path: string, before: Date): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`
  await rename(path, aside)
  const isOld = await isOlder(aside, before)
  if (isOld) await rm(aside)
  else await rename(aside, path)
  return isOld
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}
