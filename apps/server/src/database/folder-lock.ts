import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a data folder for this process and returns the function that frees it. The caller
 * must keep that function: the lock is lost when it is collected. A kernel lock on a SQLite
 * file dies with the process, so nothing stale is ever left behind. Network file systems
 * are not covered.
 *
 * Throws `FolderInUseError` when another process holds it.
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
  // Only for the sentence above; the lock itself is the SQLite file's.
  writeFileSync(owner, JSON.stringify({ pid: process.pid, since: new Date() }))
  return () => lock.close()
}

/** The sentence names the folder and, where known, the process that holds it. */
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
    // The holder has not written its name yet.
    return ''
  }
}
