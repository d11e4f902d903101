import { type Kysely, sql } from 'kysely'

/**
 * Finds the collections that somebody earns from as payee or referrer. Events of earlier versions
 * do not name the first payees, so all chains are read again from their start.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index events_of_payees on events using gin ((facts -> 'payees') jsonb_path_ops)
      where kind in ('created', 'payees_changed')`.execute(database)
  await sql`
    create index mints_of_referrer on mints (referrer, chain_id, collection_id)
      where referrer is not null`.execute(database)
  await sql`
    insert into kept_decisions
    select chain_id, address, alias, description, links, image_file, cover_file, visibility,
      is_unlisted, deleted_at
    from collections
    on conflict do nothing`.execute(database)
  for (const table of ['collections', 'chain_blocks', 'chain_cursors']) {
    await sql`delete from ${sql.table(table)}`.execute(database)
  }
}
