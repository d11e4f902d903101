import { type Kysely, sql } from 'kysely'

/** When a username was last changed, and what an account was last known to be owed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column username_changed_at timestamptz`.execute(database)
  await sql`
    create table owed_amounts (
      account text not null check (account = lower(account)),
      chain_id bigint not null,
      amount_wei numeric(78) not null check (amount_wei >= 0),
      read_at timestamptz not null,
      primary key (account, chain_id)
    )`.execute(database)
}
