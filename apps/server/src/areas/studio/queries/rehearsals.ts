import type { Selectable } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type RehearsalRow = Selectable<Tables['rehearsals']>

/** Finds a rehearsal of a draft by its id, or the newest one. */
export function findRehearsal(
  database: Database,
  draftId: string,
  runId: string,
): Promise<RehearsalRow | undefined> {
  let query = database
    .selectFrom('rehearsals')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('started_at', 'desc')
  if (runId !== 'latest') query = query.where('id', '=', runId)
  return query.executeTakeFirst()
}

/** Finds the rehearsal that runs on this instance. */
export function findRunningRehearsal(
  database: Database,
): Promise<RehearsalRow | undefined> {
  return database
    .selectFrom('rehearsals')
    .selectAll()
    .where('state', '=', 'running')
    .executeTakeFirst()
}

/** Marks a rehearsal without a sign of life since `before` as failed. */
export async function endLostRehearsals(
  database: Database,
  { before, sentence, now }: { before: Date; sentence: string; now: Date },
): Promise<void> {
  await database
    .updateTable('rehearsals')
    .set({ state: 'failed', sentence, ended_at: now })
    .where('state', '=', 'running')
    .where('seen_at', '<', before)
    .execute()
}

/** Inserts a rehearsal that runs; returns undefined if one runs already. */
export async function insertRehearsal(
  database: Database,
  rehearsal: Pick<
    RehearsalRow,
    'id' | 'draft_id' | 'draft_version' | 'draft_updated_at' | 'step'
  > & { now: Date },
): Promise<RehearsalRow | undefined> {
  const { now, ...columns } = rehearsal
  return database
    .insertInto('rehearsals')
    .values({ ...columns, state: 'running', started_at: now, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the rehearsals of a draft but for one. */
export async function deleteOtherRehearsals(
  database: Database,
  { id, draft_id }: Pick<RehearsalRow, 'id' | 'draft_id'>,
): Promise<void> {
  await database
    .deleteFrom('rehearsals')
    .where('draft_id', '=', draft_id)
    .where('id', '!=', id)
    .execute()
}

/** Stores the progress of a rehearsal that runs. */
export async function updateProgress(
  database: Database,
  id: string,
  progress: Pick<RehearsalRow, 'step' | 'done' | 'total'> & { now: Date },
): Promise<void> {
  const { now, ...columns } = progress
  await database
    .updateTable('rehearsals')
    .set({ ...columns, seen_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Ends a rehearsal that runs, with its report or the reason of its failure. */
export async function endRehearsal(
  database: Database,
  id: string,
  end: { report: unknown; sentence: string | null; now: Date },
): Promise<void> {
  const { report, sentence, now } = end
  await database
    .updateTable('rehearsals')
    .set({
      state: sentence === null ? 'done' : 'failed',
      report: report === null ? null : JSON.stringify(report),
      ...{ sentence, seen_at: now, ended_at: now },
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}
