import { type Kysely, sql } from 'kysely'

/**
 * What an event replaced, to take it back at the cost of the event, and what people decided of
 * collections that a reorganisation took back. Events of earlier versions do not say what they
 * replaced, so all chains are read again from their start.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column before jsonb`.execute(database)
  await sql`
    create table kept_decisions (
      chain_id bigint not null,
      address text not null,
      alias text,
      description text not null,
      links jsonb not null,
      image_file text,
      cover_file text,
      visibility text not null,
      is_unlisted boolean not null,
      deleted_at timestamptz,
      primary key (chain_id, address)
    )`.execute(database)
  await sql`
    insert into kept_decisions
    select chain_id, address, alias, description, links, image_file, cover_file, visibility,
      is_unlisted, deleted_at
    from collections`.execute(database)
  for (const table of ['collections', 'chain_blocks', 'chain_cursors']) {
    await sql`delete from ${sql.table(table)}`.execute(database)
  }
  await cascadeByTrigger(database)
  await narrowTokens(database)
}

const followed = ['tokens', 'holdings', 'minters', 'mints', 'events']

/**
 * Rows still go with their collection, but a foreign key would look it up for every row that is
 * written: a fifth of the time that catching up takes.
 */
async function cascadeByTrigger(database: Kysely<unknown>): Promise<void> {
  for (const table of followed) {
    const constraint = sql.id(`${table}_collection_id_fkey`)
    await sql`alter table ${sql.table(table)} drop constraint ${constraint}`.execute(
      database,
    )
  }
  const deletions = followed.map(
    (table) => `delete from ${table} where collection_id = old.id;`,
  )
  await sql
    .raw(
      `create function delete_rows_of_collection() returns trigger language plpgsql as $$
       begin ${deletions.join(' ')} return null; end $$`,
    )
    .execute(database)
  await sql`
    create trigger rows_of_collection after delete on collections
      for each row execute function delete_rows_of_collection()`.execute(database)
}

/**
 * Most rows are tokens. When one was minted its event says; nobody asks yet which tokens
 * somebody has. Room on each page lets a token change hands without a change of its index.
 */
async function narrowTokens(database: Kysely<unknown>): Promise<void> {
  await sql`drop index tokens_of_owner`.execute(database)
  await sql`alter table tokens drop column minted_at, drop column mint_tx`.execute(
    database,
  )
  await sql`alter table tokens set (fillfactor = 90)`.execute(database)
}
