import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

/** Saves a rating, replacing the one of the same reader. */
export async function saveRating(
  database: Database,
  rating: Insertable<Tables['article_ratings']>,
): Promise<void> {
  const { helpful, rated_at } = rating
  await database
    .insertInto('article_ratings')
    .values(rating)
    .onConflict((conflict) =>
      conflict.columns(['alias', 'rater']).doUpdateSet({ helpful, rated_at }),
    )
    .execute()
}

/** Report of a question of a quiz. */
export type QuestionReport = {
  alias: string
  question: string
  quiz_version: string
  reporter: string
  text: string
  created_at: Date
}

/**
 * Saves a report, replacing the reporter's open one of the same question, and keeps about `most`
 * open reports of a question: the oldest goes first.
 */
export async function saveQuestionReport(
  database: Database,
  { alias, question, quiz_version, reporter, text, created_at }: QuestionReport,
  most: number,
): Promise<void> {
  await sql`
    with crowded as materialized (
      select id from question_reports
      where alias = ${alias} and question = ${question} and closed_at is null
        and reporter <> ${reporter}
      order by id desc offset ${Math.max(most - 1, 0)}
    ), replaced as (
      delete from question_reports where id in (select id from crowded))
    insert into question_reports (alias, question, quiz_version, reporter, text, created_at)
    values (${alias}, ${question}, ${quiz_version}, ${reporter}, ${text}, ${created_at})
    on conflict (alias, question, reporter) where closed_at is null
      do update set quiz_version = excluded.quiz_version, text = excluded.text,
        created_at = excluded.created_at`.execute(database)
}

/** Lists reports of questions in order of arrival, open ones first. */
export function listQuestionReports(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<Selectable<Tables['question_reports']>[]> {
  return database
    .selectFrom('question_reports')
    .selectAll()
    .orderBy(sql`(closed_at is not null)`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Counts all reports of questions, and the open ones. */
export async function countQuestionReports(
  database: Database,
): Promise<{ total: number; open: number }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*) as total, count(*) filter (where closed_at is null) as open
    from question_reports`.execute(database)
  return rows[0] ?? { total: 0, open: 0 }
}

/** Closes a report of a question; returns undefined if there is no open one with that id. */
export function closeQuestionReport(
  database: Database,
  id: number,
  closing: { closed_at: Date; closed_by: string; closing_note: string },
): Promise<{ alias: string; question: string } | undefined> {
  return database
    .updateTable('question_reports')
    .set(closing)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['alias', 'question'])
    .executeTakeFirst()
}

/** Counts the ratings of each rated article. */
export async function countRatings(
  database: Database,
): Promise<{ alias: string; helpful: number; not_helpful: number }[]> {
  const { rows } = await sql<{ alias: string; helpful: number; not_helpful: number }>`
    select alias, count(*) filter (where helpful) as helpful,
      count(*) filter (where not helpful) as not_helpful
    from article_ratings group by alias order by alias`.execute(database)
  return rows
}
