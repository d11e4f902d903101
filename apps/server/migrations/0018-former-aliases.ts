import { type Kysely, sql } from 'kysely'

/**
 * Slugs that collections had before, so that old links find them: the last five of each. Kept by
 * address, because a chain that takes a collection back makes it again at the same one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_aliases (
      chain_id bigint not null,
      alias text not null,
      address text not null,
      left_at timestamptz not null,
      primary key (chain_id, alias)
    )`.execute(database)
  await sql`
    create index former_aliases_of_collection on former_aliases
      (chain_id, address, left_at desc)`.execute(database)
  await keepByTrigger(database)
}

/** Only a statement that names the column pays for it, which none of the follower's does. */
async function keepByTrigger(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_former_alias() returns trigger language plpgsql as $$
    begin
      insert into former_aliases (chain_id, alias, address, left_at)
      values (old.chain_id, old.alias, old.address, clock_timestamp())
      on conflict (chain_id, alias) do update
        set address = excluded.address, left_at = excluded.left_at;
      delete from former_aliases f using (
        select alias from former_aliases
        where chain_id = old.chain_id and address = old.address
        order by left_at desc offset 5) as oldest
      where f.chain_id = old.chain_id and f.alias = oldest.alias;
      return null;
    end $$`.execute(database)
  await sql`
    create or replace trigger former_alias after update of alias on collections
      for each row when (old.alias is not null and new.alias is distinct from old.alias
        and new.deleted_at is null)
      execute function keep_former_alias()`.execute(database)
}
