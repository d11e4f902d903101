import { type Kysely, sql } from 'kysely'

/** The contracts count against the cap of a phase only what is minted while it has one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table phases add column minted_uncapped bigint not null default 0`.execute(
    database,
  )
  await sql`update phases set minted_uncapped = minted where max_supply is null`.execute(
    database,
  )
}
