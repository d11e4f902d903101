import type { Database } from '../../../database/database.ts'
import type { UploadRow } from './uploads.ts'

/**
 * Claims the oldest complete upload that no process has claimed, or whose claim got no sign of
 * life for `staleMs`.
 */
export async function claimUpload(
  database: Database,
  { claim, now, staleMs }: { claim: string; now: Date; staleMs: number },
): Promise<UploadRow | undefined> {
  const stale = new Date(now.getTime() - staleMs)
  return database
    .updateTable('uploads')
    .set({ claimed_by: claim, claimed_at: now, checked_files: 0 })
    .where('id', '=', (part) =>
      part
        .selectFrom('uploads')
        .select('id')
        .where('state', '=', 'checking')
        .where(({ or, eb }) =>
          or([eb('claimed_at', 'is', null), eb('claimed_at', '<', stale)]),
        )
        .orderBy('updated_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Updates an upload that is being checked, unless another process has claimed it. */
function updateClaimed(database: Database, id: string, claim: string) {
  return database
    .updateTable('uploads')
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .where('claimed_by', '=', claim)
}

/** Stores how many files were checked, as the sign of life of a claim. */
export async function updateCheck(
  database: Database,
  id: string,
  check: { claimed_by: string; checked_files: number; now: Date },
): Promise<void> {
  const { claimed_by, checked_files, now } = check
  await updateClaimed(database, id, claimed_by)
    .set({ checked_files, claimed_at: now, updated_at: now })
    .execute()
}

export async function countFilesToCheck(
  database: Database,
  id: string,
  files_to_check: number,
): Promise<void> {
  await database
    .updateTable('uploads')
    .set({ files_to_check })
    .where('id', '=', id)
    .execute()
}

type EndedCheck = { claim: string; now: Date }

/** Marks a claimed upload as ready; returns false if the claim is no longer ours. */
export async function finishUpload(
  database: Database,
  id: string,
  { claim, notes, now }: EndedCheck & { notes: string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(database, id, claim)
    .set((part) => ({
      state: 'ready' as const,
      notes: JSON.stringify(notes),
      updated_at: now,
      checked_files: part.fn.coalesce('files_to_check', 'file_count'),
    }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a claimed upload as failed, for the reason in a sentence. */
export async function failUpload(
  database: Database,
  id: string,
  failed: EndedCheck & { failure: string; can_keep: boolean },
): Promise<void> {
  const { claim, failure, can_keep, now } = failed
  await updateClaimed(database, id, claim)
    .set({ state: 'failed', failure, can_keep, updated_at: now })
    .execute()
}

/** Marks an upload as waiting for bytes again. */
export async function waitForPieces(
  database: Database,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('uploads')
    .set({ state: 'receiving', claimed_by: null, claimed_at: null, updated_at: now })
    .where('id', '=', id)
    .execute()
}
