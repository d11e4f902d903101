import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a data folder for this process and returns the unlock function, which the caller
 * must keep, since a collected lock is released. A kernel lock on a SQLite file ends with
 * the process, except on network file systems; throws `FolderInUseError`.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const owner = join(folder, 'owner.json')
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new FolderInUseError(
      `Another Platemark${processOf(owner)} is using ${folder}. Stop it first, or choose another data folder.`,
    )
  }
  // Only used for the message above; the lock is the SQLite file's.
  writeFileSync(owner, JSON.stringify({ pid: process.pid, since: new Date() }))
  return () => lock.close()
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
