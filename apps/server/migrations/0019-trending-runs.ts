import { type Kysely, sql } from 'kysely'

/**
 * Every minute each score is written anew. By the number of the run that wrote them, in the order
 * of the list, they stand side by side in the index, and what earlier runs left stands before
 * them, where nobody reads.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table trending_runs (
      is_only boolean primary key default true check (is_only),
      run bigint not null
    )`.execute(database)
  await sql`insert into trending_runs (run) values (1)`.execute(database)
  await sql`drop index trending_scores_score`.execute(database)
  await sql`
    alter table trending_scores
      drop column computed_at, add column run bigint not null default 1`.execute(database)
  await sql`alter table trending_scores alter column run drop default`.execute(database)
  await sql`
    create index trending_scores_score on trending_scores
      (run, score, created_at, collection_id) where is_listed`.execute(database)
}
