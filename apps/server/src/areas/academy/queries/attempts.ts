import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Graded answers of a user. */
export type Attempt = {
  user_id: string
  alias: string
  quiz_version: string
  answers: Record<string, string[]>
  percent: number
  passed: boolean
  created_at: Date
}

/**
 * Inserts an attempt, keeps the newest `most` of that user and article, and moves the progress on; an
 * article stays completed. Returns how many attempts at the same version were stored before, and
 * when the article was completed first.
 */
export async function insertAttempt(
  database: Database,
  { user_id, alias, quiz_version, answers, percent, passed, created_at }: Attempt,
  most: number,
): Promise<{ earlier: number; completed_at: Date | null }> {
  const { rows } = await sql<{ earlier: number; completed_at: Date | null }>`
    with kept as materialized (
      select id, quiz_version from academy_attempts
      where user_id = ${user_id} and alias = ${alias}
    ), inserted as (
      insert into academy_attempts
        (user_id, alias, quiz_version, answers, percent, passed, created_at)
      values (${user_id}, ${alias}, ${quiz_version}, ${JSON.stringify(answers)}::jsonb,
        ${percent}, ${passed}, ${created_at})
    ), removed as (
      delete from academy_attempts where id in (
        select id from kept order by id desc offset ${Math.max(most - 1, 0)})
    )
    insert into academy_progress as p
      (user_id, alias, state, best_percent, attempts, started_at, completed_at)
    values (${user_id}, ${alias}, ${passed ? 'completed' : 'started'}, ${percent}, 1,
      ${created_at}, ${passed ? created_at : null})
    on conflict (user_id, alias) do update set
      state = case when excluded.state = 'completed' then 'completed' else p.state end,
      best_percent = greatest(p.best_percent, excluded.best_percent),
      attempts = p.attempts + 1,
      completed_at = coalesce(p.completed_at, excluded.completed_at)
    returning completed_at, (
      select count(*) from kept where kept.quiz_version = ${quiz_version}) as earlier`.execute(
    database,
  )
  return rows[0] ?? { earlier: 0, completed_at: null }
}
