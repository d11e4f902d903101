import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  makePrivateFolder,
  narrowFolder,
  PRIVATE_FILE_MODE,
} from '../files/private-folder.ts'

/**
 * Locks a data folder for this process, makes it private, and returns the unlock function,
 * which the caller must keep, since a collected lock is released. A kernel lock on a SQLite
 * file ends with the process, except on network file systems; throws `FolderInUseError` and
 * `FolderModeError`.
 */
export function lockFolder(folder: string): () => void {
  makePrivateFolder(folder)
  const isOurs = isOwnFolder(folder)
  const owner = join(folder, 'owner.json')
  const lockFile = join(folder, 'lock.sqlite')
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new FolderInUseError(
      `Another Platemark${processOf(owner)} is using ${folder}. Stop it first, or choose another data folder.`,
    )
  }
  try {
    chmodSync(lockFile, PRIVATE_FILE_MODE)
    if (isOurs) narrowFolder(folder)
    // Only used for the message above; the lock is the SQLite file's.
    const text = JSON.stringify({ pid: process.pid, since: new Date() })
    writeFileSync(owner, text, { mode: PRIVATE_FILE_MODE })
  } catch (error) {
    lock.close()
    throw error
  }
  return () => lock.close()
}

/** Returns false for a folder with files of other programs alone, which keep their modes. */
function isOwnFolder(folder: string): boolean {
  const isMade = ['version', 'lock.sqlite'].some((name) => existsSync(join(folder, name)))
  return isMade || readdirSync(folder).length === 0
}

/**
 * Error of a locked folder; the message names the folder and, where known, the process.
 */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function processOf(owner: string): string {
  try {
    const { pid }: { pid?: unknown } = JSON.parse(readFileSync(owner, 'utf8'))
    return typeof pid === 'number' ? ` (process ${pid})` : ''
  } catch {
    // The holder has not written its process id yet.
    return ''
  }
}
