import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
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
}

export type StoredFile = { size: number; stream: Readable }

/** Valid names; nothing else ever becomes part of a path. */
const fileName = /^([0-9a-f]{64})(?:-[a-z0-9]{1,16})?\.[a-z0-9]{1,8}$/

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

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}
