import { type Kysely, sql } from 'kysely'

/** Who follows which chain, what is confirmed, and what each block gave, to read it twice. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table follower_processes (
      id uuid primary key,
      name text not null,
      seen_at timestamptz not null
    )`.execute(database)
  await sql`
    create table chain_leases (
      chain_id bigint primary key,
      holder uuid not null,
      holder_name text not null,
      taken_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(database)
  await sql`
    alter table chain_cursors
      add column confirmed_number bigint not null default -1,
      add column is_settled boolean not null default true,
      add column seen_at timestamptz`.execute(database)
  await sql`update chain_cursors set confirmed_number = block_number`.execute(database)
  await sql`
    alter table chain_blocks
      add column logs integer not null default 0,
      add column digest text,
      add column reader text`.execute(database)
  await sql`alter table chain_reports drop constraint chain_reports_status_check`.execute(
    database,
  )
  await sql`
    alter table chain_reports add constraint chain_reports_status_check
      check (status in ('following', 'behind', 'refused', 'unreachable', 'disputed'))`.execute(
    database,
  )
}
