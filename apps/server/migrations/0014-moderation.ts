import { type Kysely, sql } from 'kysely'

/**
 * What the operator took off the site, promotes and was told, and a line for every such act.
 * Blocks name addresses, not rows, so that they outlast a reorganisation and are there before a
 * collection is.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Null: not blocked. Follows from the two tables of blocks.
  await sql`alter table collections add column blocked_at timestamptz`.execute(database)
  const block = sql`
    category text not null,
    reason text not null,
    blocked_by text not null,
    blocked_at timestamptz not null`
  await sql`
    create table blocked_collections (
      chain_id bigint not null,
      address text not null check (address = lower(address)),
      ${block},
      primary key (chain_id, address)
    )`.execute(database)
  await sql`
    create table blocked_creators (
      address text primary key check (address = lower(address)),
      ${block}
    )`.execute(database)
  await reports(database)
  await sql`
    create table promotions (
      chain_id bigint not null,
      address text not null check (address = lower(address)),
      place integer not null,
      starts_at timestamptz,
      ends_at timestamptz,
      label text not null,
      promoted_by text not null,
      promoted_at timestamptz not null,
      primary key (chain_id, address)
    )`.execute(database)
  await audit(database)
}

/** One open report of each person about each collection; closed ones stay beside it. */
async function reports(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id bigint generated always as identity primary key,
      chain_id bigint not null,
      address text not null check (address = lower(address)),
      reporter text not null,
      category text not null,
      text text not null,
      created_at timestamptz not null,
      closed_at timestamptz,
      closed_by text,
      closing_note text
    )`.execute(database)
  await sql`
    create unique index reports_open on reports (chain_id, address, reporter)
      where closed_at is null`.execute(database)
  // One row: what hashes of people without an account are mixed with.
  await sql`
    create table report_salts (
      id boolean primary key default true check (id),
      salt uuid not null default gen_random_uuid()
    )`.execute(database)
  await sql`create index reports_queue on reports ((closed_at is not null), id)`.execute(
    database,
  )
}

async function audit(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table moderation_audit (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      by text not null,
      action text not null,
      chain_id bigint,
      address text,
      details jsonb not null
    )`.execute(database)
  await sql
    .raw(
      `create function keep_moderation_audit() returns trigger language plpgsql as $$
       begin raise exception 'lines of the audit are kept'; end $$`,
    )
    .execute(database)
  await sql`
    create trigger kept before update or delete on moderation_audit
      for each row execute function keep_moderation_audit()`.execute(database)
  await sql`
    create trigger kept_whole before truncate on moderation_audit
      for each statement execute function keep_moderation_audit()`.execute(database)
}
