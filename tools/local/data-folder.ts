import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderVersion } from '../../apps/server/src/database/database.ts'
import { lockFolder } from '../../apps/server/src/database/folder-lock.ts'
import { PRIVATE_FILE_MODE } from '../../apps/server/src/files/private-folder.ts'

/** Folder with all data of `npm start`, locked by this process. */
export type DataFolder = {
  path: string
  /** Returns the value stored under `name`, or undefined. */
  readValue(name: string): unknown
  writeValue(name: string, value: unknown): void
  /** Deletes everything but the lock. */
  empty(): void
  unlock(): void
}

/** A folder that cannot be used; the message has the reason and the remedy. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Files of the lock: deleting them would admit a second process. */
const LOCK_FILES = /^(lock\.sqlite.*|owner\.json)$/

/**
 * Locks the data folder, which is made where it is missing. With `isReset` everything in it is
 * deleted. Throws `DataFolderError`, `FolderModeError`, or `FolderInUseError` when another process
 * holds it.
 */
export function openDataFolder(path: string, isReset: boolean): DataFolder {
  const versionFile = join(path, 'version')
  const isOurs = existsSync(versionFile) || existsSync(join(path, 'lock.sqlite'))
  if (!isOurs && existsSync(path) && readdirSync(path).length > 0) {
    throw new DataFolderError(
      `${path} holds other files, not those of Platemark. Choose an empty folder with --data.`,
    )
  }
  const unlock = lockFolder(path)
  const empty = () => {
    for (const name of readdirSync(path)) {
      if (!LOCK_FILES.test(name))
        rmSync(join(path, name), { recursive: true, force: true })
    }
    writeFileSync(versionFile, `${folderVersion}\n`, { mode: PRIVATE_FILE_MODE })
  }
  if (isReset) empty()
  const version = existsSync(versionFile)
    ? readFileSync(versionFile, 'utf8').trim()
    : undefined
  if (version !== undefined && version !== folderVersion) {
    unlock()
    throw new DataFolderError(
      `${path} was written by another version of Platemark (${version}; this one keeps ${folderVersion}). Start afresh with --reset, or choose another folder with --data.`,
    )
  }
  // Without a version file the folder is new, or an earlier start ended before storing data.
  if (version === undefined) empty()

  return {
    path,
    readValue(name) {
      const file = join(path, `${name}.json`)
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    },
    writeValue(name, value) {
      const text = JSON.stringify(value, null, 2)
      writeFileSync(join(path, `${name}.json`), text, { mode: PRIVATE_FILE_MODE })
    },
    empty,
    unlock,
  }
}
