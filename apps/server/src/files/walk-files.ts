import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

const subfolderName = /^[0-9a-f]{2}$/

/** Yields the paths of everything in the subfolders of a store on disk. */
export async function* walkFiles(folder: string): AsyncGenerator<string> {
  for await (const { name: part } of await opendir(folder)) {
    // A volume has files of its own, such as lost+found.
    if (!subfolderName.test(part)) continue
    for await (const { name } of await opendir(join(folder, part))) {
      yield join(folder, part, name)
    }
  }
}
