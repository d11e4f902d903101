import { type Kysely, sql } from 'kysely'

/**
 * What people decide of a collection is announced by whoever writes it, the operator's own
 * statements too. What the follower writes names none of these columns and costs nothing more.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function announce_decision() returns trigger language plpgsql as $$
       begin perform pg_notify('collections_changed', new.id::text); return null; end $$`,
    )
    .execute(database)
  await sql`
    create trigger announced after update of visibility, is_unlisted, deleted_at, blocked_at,
      alias, name, description, links, image_file, cover_file on collections
      for each row execute function announce_decision()`.execute(database)
}
