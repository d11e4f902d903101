import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type ProgressRow = Omit<Selectable<Tables['academy_progress']>, 'user_id'>

/** Lists the articles that a user opened. */
export function listOwnProgress(
  database: Database,
  userId: string,
): Promise<ProgressRow[]> {
  return database
    .selectFrom('academy_progress')
    .select(['alias', 'state', 'best_percent', 'attempts', 'started_at', 'completed_at'])
    .where('user_id', '=', userId)
    .orderBy('alias')
    .execute()
}

/** Moves articles of a user to states that are further than the stored ones. */
export async function mergeProgress(
  database: Database,
  userId: string,
  rows: { alias: string; state: 'started' | 'read' }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into academy_progress as p (user_id, alias, state, started_at)
    select ${userId}, alias, state, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(alias text, state text)
    order by alias
    on conflict (user_id, alias) do update set state = excluded.state
    where p.state = 'started' and excluded.state = 'read'`.execute(database)
}
