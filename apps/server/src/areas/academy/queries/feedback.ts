import { type Insertable, sql } from 'kysely'
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
