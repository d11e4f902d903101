import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from '../../../configuration/configuration.ts'
import { PRIVATE_FOLDER_MODE } from '../../../files/private-folder.ts'

type Configured = { configuration: Pick<Configuration, 'data_folder'> }

/**
 * Runs `work` with a private folder of the data folder for its temporary files, which is
 * deleted afterwards.
 */
export async function withUploadFolder<T>(
  { configuration }: Configured,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(uploadFolder(configuration.data_folder), randomUUID())
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes the folders that killed processes of this machine left before `before`. */
export async function deleteUploadFolders(
  { configuration }: Configured,
  before: Date,
): Promise<void> {
  const parent = uploadFolder(configuration.data_folder)
  for (const name of existsSync(parent) ? await readdir(parent) : []) {
    const folder = join(parent, name)
    const { mtime } = await stat(folder)
    if (mtime < before) await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the folder of the temporary files of all uploads. */
function uploadFolder(dataFolder: string): string {
  return join(dataFolder, 'uploads')
}
