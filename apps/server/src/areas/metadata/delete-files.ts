import type { AppContext } from '../../http/app-context.ts'
import { deleteUnnamedLists, findIndexedUntil, listNamedHashes } from './queries.ts'

/**
 * Deletes published lists that neither a draft nor a collection names, and files that no
 * row names. Both are kept for `file_grace_hours`, in which a call may still name what it
 * has stored, and a block the list that it announces: the time counts as far as every
 * network is indexed, so that a new or restored database deletes no list that it has yet to
 * read of. Share images are drawn again when they are requested.
 */
export async function deleteUnnamedFiles({
  database,
  files,
  chains,
  clock,
  configuration,
  log,
}: Pick<
  AppContext,
  'database' | 'files' | 'chains' | 'clock' | 'configuration' | 'log'
>): Promise<void> {
  const graceMs = configuration.limits.file_grace_hours * 3_600_000
  const indexed = chains.flatMap(({ id, contracts }) => (contracts ? id : []))
  const until = await findIndexedUntil(database, indexed, clock())
  const before = new Date(until.getTime() - graceMs)
  await deleteUnnamedLists(database, before)
  const count = await files.deleteOthers(before, (hashes) =>
    listNamedHashes(database, hashes),
  )
  if (count > 0) log.info({ count }, 'files without a row deleted')
}
