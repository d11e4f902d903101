import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the paths of a folder, itself included, that other accounts of the machine can open. */
export function listOpenPaths(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const paths = [folder, ...names.map((name) => join(folder, name))]
  return paths.filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0
  })
}
