import { type Kysely, sql } from 'kysely'

/** Which published list belongs to a prepared deployment; others of the draft are void. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table drafts add column list_root text`.execute(database)
  await sql`
    update drafts set list_root = lists.root from lists
    where lists.draft_id = drafts.id and drafts.salt is not null`.execute(database)
}
