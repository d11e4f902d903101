import { createHash, randomUUID } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../database/error-code.ts'
import { type ByteRange, type ResolvedRange, resolveByteRange } from './byte-range.ts'
import { deleteOldFiles } from './delete-old-files.ts'
import { isFileName, MAX_NAMES, requireExtension, requireFileName } from './file-name.ts'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from './private-folder.ts'
import { verifyContent } from './source-error.ts'
import { StorageProblem } from './storage-problem.ts'
import { walkFiles } from './walk-files.ts'

/**
 * Immutable files, named by their content. A name never shows a part of a file. Calls throw
 * `storage_unavailable` where the store is full, refuses or does not answer; the job
 * `deleteOthers` throws the cause itself.
 */
export type FileStore = {
  /**
   * Stores `bytes` as `{sha256}.{extension}` with variants as
   * `{sha256}-{key}.{extension}`, and returns the name. Storing the same bytes again
   * changes nothing but the time that `deleteOthers` compares.
   */
  put(
    bytes: Uint8Array,
    extension: string,
    variants?: Readonly<Record<string, Uint8Array>>,
  ): Promise<string>
  /**
   * Stores the file at `path` as `{sha256}.{extension}` without holding it in memory, and
   * returns the name. The file itself stays.
   */
  putFile(path: string, extension: string): Promise<string>
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
  /**
   * Stores a file of another store under its name, without holding it in memory. Throws
   * `SourceError` where `bytes` cannot be read, and `DamagedSourceError` where `name` is that
   * of other bytes; nothing is stored then.
   */
  putAs(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Yields the files of the store in no order, a page at a time. */
  list(): AsyncIterable<ListedFile[]>
  /** Returns whether there is such a file; false for an invalid name. */
  has(name: string): Promise<boolean>
  /** Reads a file whole; undefined for an unknown or invalid name. */
  read(name: string): Promise<Uint8Array | undefined>
  /**
   * Opens a file, or a part of it, to send it without holding it in memory; undefined as in
   * `read`. The stream must be read or destroyed. Throws `range_not_satisfiable` with the
   * size of the file as data.
   */
  open(name: string, range?: ByteRange): Promise<StoredFile | undefined>
  /**
   * Deletes files last stored before `before` of which `keep` does not return the hash,
   * and parts of files that were never finished; returns how many. `keep` is called for a
   * page of them at a time.
   */
  deleteOthers(
    before: Date,
    keep: (hashes: string[]) => Promise<string[]>,
  ): Promise<number>
}

/** Name of a file and its bytes. */
export type ListedFile = { name: string; size: number }

/** Open file: bytes of the whole, and which of them the stream brings; absent: all. */
export type StoredFile = {
  size: number
  range?: ResolvedRange | undefined
  stream: Readable
}

/** Yields the bytes of a file that must be in the store. Throws where it is not. */
export async function* readStored(
  store: FileStore,
  name: string,
): AsyncGenerator<Uint8Array> {
  const file = await store.open(name)
  if (!file) throw new Error(`stored file is missing: ${name}`)
  try {
    yield* file.stream
  } finally {
    file.stream.destroy()
  }
}

/** Writes `bytes` and their variants under their hash, as `put` of every store. */
export async function putByHash(
  write: (name: string, bytes: Uint8Array) => Promise<string>,
  ...[bytes, extension, variants = {}]: Parameters<FileStore['put']>
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  for (const [key, variant] of Object.entries(variants)) {
    await write(`${hash}-${key}.${extension}`, variant)
  }
  // Stored last, so that a file with this name always has its variants.
  return write(`${hash}.${extension}`, bytes)
}

/**
 * Creates a store in `folder`, spread over 256 subfolders by the start of the name. It lists up
 * to `pageSize` files at a time, also for the job `deleteOthers`.
 */
export function createDiskFileStore(
  folder: string,
  pageSize: number = MAX_NAMES,
): FileStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)

  /**
   * Fills a temporary file in a subfolder and renames it after the sync to the name that
   * `fill` returns.
   */
  async function store(
    subfolder: string,
    fill: (file: FileHandle) => Promise<string>,
  ): Promise<string> {
    const unfinished = join(folder, subfolder, randomUUID())
    try {
      await makeFolderOf(unfinished)
      const name = await writeFile(unfinished, fill)
      await makeFolderOf(pathOf(name))
      await rename(unfinished, pathOf(name))
      return name
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw asProblem(error)
    }
  }

  async function write(name: string, bytes: Uint8Array): Promise<string> {
    requireFileName(name)
    return store(name.slice(0, 2), async (file) => {
      await file.writeFile(bytes)
      return name
    })
  }

  return {
    put: (...file) => putByHash(write, ...file),
    async putFile(path, extension) {
      requireExtension(extension)
      const source = await open(path)
      // Any subfolder will do while the hash is not known; each is cleared of old parts.
      return store('00', async (file) => {
        const hash = createHash('sha256')
        for await (const chunk of readChunks(source)) {
          hash.update(chunk)
          await file.writeFile(chunk)
        }
        return `${hash.digest('hex')}.${extension}`
      }).finally(() => source.close())
    },
    putDerived: (hash, kind, extension, bytes) =>
      write(`${hash}-${kind}.${extension}`, bytes),
    async putAs(name, bytes) {
      requireFileName(name)
      await store(name.slice(0, 2), async (file) => {
        for await (const chunk of verifyContent(name, bytes)) await file.writeFile(chunk)
        return name
      })
    },
    list: () => listFiles(folder, pageSize),
    async has(name) {
      return isFileName(name) && (await unlessMissing(stat(pathOf(name)))) !== undefined
    },
    async read(name) {
      return isFileName(name) ? unlessMissing(readFile(pathOf(name))) : undefined
    },
    async open(name, range) {
      const file = isFileName(name) ? await unlessMissing(open(pathOf(name))) : undefined
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        const part = range && resolveByteRange(range, size)
        const bounds = part && { start: part.first, end: part.last }
        return { size, range: part, stream: file.createReadStream(bounds) }
      } catch (error) {
        await file.close()
        throw asProblem(error)
      }
    },
    deleteOthers: (before, keep) => deleteOldFiles({ folder, pageSize, before, keep }),
  }
}

async function* listFiles(
  folder: string,
  pageSize: number,
): AsyncGenerator<ListedFile[]> {
  let page: ListedFile[] = []
  try {
    for await (const path of walkFiles(folder)) {
      const name = basename(path)
      const found = isFileName(name) ? await unlessMissing(stat(path)) : undefined
      if (found) page.push({ name, size: found.size })
      if (page.length < pageSize) continue
      yield page
      page = []
    }
  } catch (error) {
    throw asProblem(error)
  }
  yield page
}

/** Reads a file in pieces, each of which is valid until the next one is requested. */
async function* readChunks(file: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  while (true) {
    const { bytesRead } = await file.read(buffer)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

const CHUNK_BYTES = 262_144

async function makeFolderOf(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE })
}

async function writeFile(
  path: string,
  fill: (file: FileHandle) => Promise<string>,
): Promise<string> {
  const file = await open(path, 'wx', PRIVATE_FILE_MODE)
  try {
    const name = await fill(file)
    await file.sync()
    return name
  } finally {
    await file.close()
  }
}

async function unlessMissing<T>(pending: Promise<T>): Promise<T | undefined> {
  try {
    return await pending
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw asProblem(error)
  }
}

/** Returns the problem of a failed system call; other errors are returned as they are. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const isFull = /^(ENOSPC|EDQUOT)$/.test(String(errorCode(error)))
  return new StorageProblem(isFull ? 'full' : 'refused', error)
}
