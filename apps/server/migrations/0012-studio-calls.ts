import { type Kysely, sql } from 'kysely'

/** Whether the collection of a draft begins hidden, and which draft each key of a client made. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table drafts add column visibility text not null default 'shown'
      check (visibility in ('shown', 'hidden'))`.execute(database)
  await sql`
    create table draft_keys (
      user_id uuid not null references users on delete cascade,
      key text not null,
      request_hash text not null,
      draft_id uuid not null,
      created_at timestamptz not null,
      primary key (user_id, key)
    )`.execute(database)
}
