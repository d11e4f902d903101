import { join } from 'node:path'
import type { Configuration } from '../configuration/configuration.ts'
import { createDiskFileStore, type FileStore } from './file-store.ts'
import { makePrivateFolder } from './private-folder.ts'

/**
 * Opens the configured file store and checks that it can be used. Throws
 * `ConfigurationError` and `FolderModeError`.
 */
export async function openFileStore({
  file_store: { kind, bucket, ...settings },
  data_folder,
}: Pick<Configuration, 'file_store' | 'data_folder'>): Promise<FileStore> {
  if (kind === 'disk' || bucket === null) {
    const folder = join(data_folder, 'files')
    makePrivateFolder(folder)
    return createDiskFileStore(folder)
  }
  // Its library is loaded only where it is used: it takes a quarter of a second.
  const { openS3FileStore } = await import('./s3-file-store.ts')
  return openS3FileStore({ ...settings, bucket })
}
