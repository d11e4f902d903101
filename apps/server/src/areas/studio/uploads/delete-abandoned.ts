import type { AppContext } from '../../../http/app-context.ts'
import { deleteOldExits } from '../queries/exit-bundles.ts'
import { deleteStaleMasters } from '../queries/masters.ts'
import { deleteOldPieces } from '../queries/pieces.ts'
import { deleteWaitingUploads } from '../queries/uploads.ts'
import { deleteUploadFolders } from './upload-folder.ts'

/**
 * Deletes uploads that got no byte for `set_upload_hours`, and what was sent before that and
 * no upload waits for: pieces, works that are in no set, and temporary files of killed
 * processes; and exit bundles after `exit_hours`. Stored files go with those that no row names.
 */
export async function deleteAbandonedUploads({
  database,
  clock,
  configuration,
}: Pick<AppContext, 'database' | 'clock' | 'configuration'>): Promise<void> {
  const hours = configuration.limits.set_upload_hours
  const before = new Date(clock().getTime() - hours * 3_600_000)
  await deleteWaitingUploads(database, before)
  await deleteOldPieces(database, before)
  await deleteStaleMasters(database, before)
  await deleteUploadFolders({ configuration }, before)
  const ends = configuration.limits.exit_hours * 3_600_000
  await deleteOldExits(database, new Date(clock().getTime() - ends))
}
