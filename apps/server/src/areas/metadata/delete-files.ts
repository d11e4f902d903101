import type { AppContext } from '../../http/app-context.ts'
import { deleteUnnamedLists, listNamedHashes } from './queries.ts'

/**
 * Deletes published lists that neither a draft nor a collection names, and files that no
 * row names. Both are kept for `file_grace_hours`, in which a call may still name what it
 * has stored; share images are drawn again when they are requested.
 */
export async function deleteUnnamedFiles({
  database,
  files,
  clock,
  configuration,
  log,
}: Pick<
  AppContext,
  'database' | 'files' | 'clock' | 'configuration' | 'log'
>): Promise<void> {
  const graceMs = configuration.limits.file_grace_hours * 3_600_000
  const before = new Date(clock().getTime() - graceMs)
  await deleteUnnamedLists(database, before)
  const count = await files.deleteOthers(before, (hashes) =>
    listNamedHashes(database, hashes),
  )
  if (count > 0) log.info({ count }, 'files without a row deleted')
}
