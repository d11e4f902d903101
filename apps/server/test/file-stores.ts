import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskFileStore, type FileStore } from '../src/files/file-store.ts'

/** A real place of files, with what tests do to it from outside. */
export type StorePlace = {
  files: FileStore
  /** Lists everything in the place, unfinished parts included. */
  list(): Promise<string[]>
  /** Adds a file that is no part of the store; returns what `list` shows of it. */
  addForeign(): Promise<string>
  /** Takes the place away and makes it unusable. */
  remove(): Promise<void>
  close(): Promise<void>
}

/** Names that the stores of tests compare with the database at a time. */
export const PAGE_SIZE = 3

/** Opens a store in a new folder. */
export async function openDiskPlace(): Promise<StorePlace> {
  const run = process.env.PLATEMARK_TEST_RUN ?? tmpdir()
  const folder = join(run, `files-${randomBytes(6).toString('hex')}`)
  const place = join(folder, 'files')
  await mkdir(place, { recursive: true })
  return {
    files: createDiskFileStore(place, PAGE_SIZE),
    list: async () => {
      const entries = await readdir(place, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    addForeign: async () => {
      await mkdir(join(place, 'lost+found'))
      await writeFile(join(place, 'lost+found', 'inode'), '')
      return 'inode'
    },
    remove: async () => {
      await rm(place, { recursive: true })
      // A file where the folder was, because the store would make a missing folder again.
      await writeFile(place, '')
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
