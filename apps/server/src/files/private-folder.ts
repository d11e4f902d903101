import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../database/error-code.ts'

/** Mode of every folder below a data folder, and of the folder itself. */
export const PRIVATE_FOLDER_MODE = 0o700
/** Mode of every file below a data folder. */
export const PRIVATE_FILE_MODE = 0o600

const OTHERS = 0o077

/**
 * Makes everything that this process and its children create readable by its account alone. For
 * the entry of a program: data folders hold keys, sessions and drafts, and a library that writes
 * into one has modes of its own. Code that writes there names the modes above besides, because
 * it also runs in other programs.
 */
export function restrictNewFiles(): void {
  process.umask(OTHERS)
}

/** Creates a folder with mode 0700, or narrows the folder itself. Throws `FolderModeError`. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  narrow(realpathSync(folder))
}

/**
 * Takes the rights of other accounts from everything in a folder that is Platemark's own: earlier
 * versions and the embedded database's first files have them. Follows no links. Throws
 * `FolderModeError`.
 */
export function narrowFolder(folder: string): void {
  const path = realpathSync(folder)
  const wasPrivate = !narrow(path)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) narrowFolder(inner)
    // Of the many files of the file store, those in a private folder were written as such.
    else if (!entry.isSymbolicLink() && !(wasPrivate && isStoreFolder(path)))
      narrow(inner)
  }
}

/** A folder whose modes cannot be changed; the message has the path and the remedy. */
export class FolderModeError extends Error {
  override readonly name = 'FolderModeError'
}

function isStoreFolder(path: string): boolean {
  return /[\\/]files[\\/][0-9a-f]{2}$/.test(path)
}

/** Narrows one path. Returns whether it was open to others. */
function narrow(path: string): boolean {
  // Windows has no such modes; a new file has the access list of its folder.
  if (process.platform === 'win32') return false
  try {
    const found = lstatSync(path)
    if ((found.mode & OTHERS) === 0) return false
    const most = found.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_FILE_MODE
    chmodSync(path, found.mode & most)
    // Some file systems accept a mode and keep their own.
    if ((lstatSync(path).mode & OTHERS) === 0) return true
  } catch (error) {
    const code = errorCode(error)
    // A temporary file of another process.
    if (code === 'ENOENT') return false
    throw modeError(path, ` (${code})`)
  }
  throw modeError(path, '')
}

function modeError(path: string, reason: string): FolderModeError {
  return new FolderModeError(
    `Other accounts of this machine can open ${path}, and its mode cannot be changed${reason}. Give it to the account that runs Platemark (chown), or choose another data folder.`,
  )
}
