import { type Kysely, sql } from 'kysely'

/** Drafts before they reach a chain, and the allowlists that creators publish. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table drafts (
      id uuid primary key default gen_random_uuid(),
      owner text not null check (owner = lower(owner)),
      chain_id bigint not null,
      alias text,
      fields jsonb not null,
      image_file text,
      cover_file text,
      version integer not null default 1,
      salt text,
      predicted_address text,
      deadline timestamptz,
      collection_id uuid references collections on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(database)
  await sql`create index drafts_of_owner on drafts (owner, created_at desc)`.execute(
    database,
  )
  await sql`create unique index drafts_by_salt on drafts (chain_id, owner, salt)`.execute(
    database,
  )
  await sql`
    create table draft_list_entries (
      draft_id uuid not null references drafts on delete cascade,
      phase_id integer not null,
      address text not null check (address = lower(address)),
      quantity integer,
      price_wei numeric(78),
      primary key (draft_id, phase_id, address)
    )`.execute(database)
  await sql`
    create table lists (
      root text primary key,
      chain_id bigint not null,
      content_hash text not null unique,
      terms jsonb not null,
      entries integer not null,
      draft_id uuid references drafts on delete set null,
      published_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table list_entries (
      root text not null references lists on delete cascade,
      address text not null check (address = lower(address)),
      phase_id integer not null,
      packed numeric(78) not null,
      quantity integer not null,
      price_wei numeric(78) not null,
      proof bytea not null,
      primary key (root, address, phase_id)
    )`.execute(database)
  await sql`
    create table collection_lists (
      collection_id uuid not null references collections on delete cascade,
      root text not null,
      content_hash text not null,
      block_number bigint not null,
      ends_at timestamptz,
      primary key (collection_id, root)
    )`.execute(database)
}
