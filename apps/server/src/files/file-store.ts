import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../database/error-code.ts'

/** Immutable files, named after what they hold. */
export type FileStore = {
  /**
   * Keeps `bytes` and answers their name, `{sha256}.{extension}`. Each of `variants` is kept
   * beside them as `{sha256}-{key}.{extension}`. The same bytes again change nothing.
   */
  put(
    bytes: Uint8Array,
    extension: string,
    variants?: Readonly<Record<string, Uint8Array>>,
  ): Promise<string>
  /**
   * Keeps `bytes` that were made from something whose SHA-256 in hex is `hash`, under the name
   * `{hash}-{kind}.{extension}`, which it answers: who knows the hash finds them.
   */
  putDerived(
    hash: string,
    kind: string,
    extension: string,
    bytes: Uint8Array,
  ): Promise<string>
  /** What is kept under `name`; undefined for an unknown name and for one that is no name. */
  read(name: string): Promise<Uint8Array | undefined>
}

/** The names a store hands out; nothing else ever becomes part of a path. */
const fileName = /^([0-9a-f]{64})(?:-[a-z0-9]{1,16})?\.[a-z0-9]{1,8}$/

/** Files in `folder` on this machine, spread over 256 folders by the start of their name. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    if (!fileName.test(name)) throw new Error(`${name} is no file name`)
    const path = pathOf(name)
    // Readers never see half a file: the name appears only when all bytes are on the disk.
    const unfinished = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    try {
      const file = await open(unfinished, 'wx')
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
      // Last, so that whoever learns the name finds its variants too.
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
  }
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}
