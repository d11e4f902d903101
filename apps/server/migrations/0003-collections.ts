import { type Kysely, sql } from 'kysely'

/** Collections and everything read from their contracts. Amounts are wei, addresses lower case. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(database)
  await sql`
    create table collections (
      id uuid primary key,
      chain_id bigint not null,
      address text not null check (address = lower(address)),
      alias text,
      kind text not null check (kind in ('drop', 'open_edition', 'edition')),
      name text not null,
      symbol text not null,
      description text not null default '',
      links jsonb not null default '{}',
      image_file text,
      cover_file text,
      creator text not null,
      owner text not null,
      max_supply bigint,
      minted bigint not null default 0,
      burned bigint not null default 0,
      holders bigint not null default 0,
      unique_minters bigint not null default 0,
      volume_wei numeric(78) not null default 0,
      mint_fee_wei numeric(78) not null,
      royalty_bps integer not null,
      royalty_ceiling_bps integer not null,
      notice_seconds integer not null,
      is_transferable boolean not null,
      is_paused boolean not null default false,
      is_cap_frozen boolean not null default false,
      is_metadata_frozen boolean not null default false,
      visibility text not null default 'shown' check (visibility in ('shown', 'hidden')),
      is_unlisted boolean not null default false,
      deleted_at timestamptz,
      created_at timestamptz not null,
      created_block bigint not null,
      created_tx text not null,
      updated_at timestamptz not null default now(),
      unique (chain_id, address)
    )`.execute(database)
  await sql`create unique index collections_alias on collections (chain_id, alias)`.execute(
    database,
  )
  const listed = sql`where visibility = 'shown' and not is_unlisted and deleted_at is null`
  await sql`create index collections_newest on collections (created_at desc, id desc) ${listed}`.execute(
    database,
  )
  await sql`create index collections_newest_on_chain on collections (chain_id, created_at desc, id desc) ${listed}`.execute(
    database,
  )
  await sql`create index collections_popular on collections (unique_minters desc, minted desc, created_at desc, id desc) ${listed}`.execute(
    database,
  )
  await sql`create index collections_creator on collections (creator, created_at desc)`.execute(
    database,
  )
  await sql`create index collections_owner on collections (owner)`.execute(database)
  await sql`create index collections_by_block on collections (chain_id, created_block)`.execute(
    database,
  )
  await sql`create index collections_search on collections using gin (name gin_trgm_ops)`.execute(
    database,
  )
  await sql`
    create table phases (
      collection_id uuid not null references collections on delete cascade,
      phase_id integer not null,
      kind text not null check (kind in ('public', 'allowlist')),
      title text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      price_wei numeric(78) not null,
      max_per_wallet integer not null,
      max_supply bigint,
      minted bigint not null default 0,
      list_root text,
      primary key (collection_id, phase_id)
    )`.execute(database)
  await sql`
    create table events (
      chain_id bigint not null,
      block_number bigint not null,
      log_index integer not null,
      collection_id uuid not null references collections on delete cascade,
      kind text not null,
      facts jsonb not null,
      tx_hash text not null,
      time timestamptz not null,
      primary key (chain_id, block_number, log_index)
    )`.execute(database)
  await sql`create index events_of_collection on events (collection_id, block_number desc, log_index desc)`.execute(
    database,
  )
  await sql`
    create table mints (
      chain_id bigint not null,
      block_number bigint not null,
      log_index integer not null,
      collection_id uuid not null references collections on delete cascade,
      minter text not null,
      phase_id integer not null,
      quantity bigint not null,
      price_wei numeric(78) not null,
      referrer text,
      tx_hash text not null,
      time timestamptz not null,
      primary key (chain_id, block_number, log_index)
    )`.execute(database)
  await sql`create index mints_of_collection on mints (collection_id, time desc)`.execute(
    database,
  )
  await sql`create index mints_by_time on mints (time)`.execute(database)
  await sql`
    create table minters (
      collection_id uuid not null references collections on delete cascade,
      minter text not null,
      quantity bigint not null,
      last_mint_at timestamptz not null,
      primary key (collection_id, minter)
    )`.execute(database)
  await sql`create index minters_by_time on minters (last_mint_at)`.execute(database)
  await sql`
    create table tokens (
      collection_id uuid not null references collections on delete cascade,
      token_id numeric(78) not null,
      owner text not null,
      minted_at timestamptz not null,
      mint_tx text not null,
      primary key (collection_id, token_id)
    )`.execute(database)
  await sql`create index tokens_of_owner on tokens (owner, collection_id)`.execute(
    database,
  )
  await sql`
    create table holdings (
      collection_id uuid not null references collections on delete cascade,
      owner text not null,
      quantity bigint not null,
      primary key (collection_id, owner)
    )`.execute(database)
  await sql`
    create table trending_scores (
      collection_id uuid primary key references collections on delete cascade,
      chain_id bigint not null,
      score double precision not null,
      computed_at timestamptz not null
    )`.execute(database)
  await sql`create index trending_by_score on trending_scores (score desc, collection_id)`.execute(
    database,
  )
}
