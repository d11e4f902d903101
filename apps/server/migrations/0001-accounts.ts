import { type Kysely, sql } from 'kysely'

/** People, their sessions, pending sign-in texts and counted limits. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      address text not null unique check (address = lower(address)),
      account_kind text not null check (account_kind in ('key', 'contract')),
      auth_chain_id bigint,
      username text unique,
      email text,
      bio text,
      avatar_file text,
      website_link text,
      twitter_link text,
      instagram_link text,
      warpcast_link text,
      lens_link text,
      github_link text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      token_hash text not null unique,
      user_id uuid not null references users on delete cascade,
      connector text not null,
      chain_id bigint not null,
      client text not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(database)
  await sql`create index sessions_of_user on sessions (user_id, created_at)`.execute(
    database,
  )
  await sql`
    create table challenges (
      nonce_hash text primary key,
      address text not null check (address = lower(address)),
      chain_id bigint not null,
      message text not null,
      client text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(database)
  await sql`create index challenges_of_address on challenges (address, created_at)`.execute(
    database,
  )
  await sql`create index challenges_by_expiry on challenges (expires_at)`.execute(
    database,
  )
  await sql`
    create table limit_counters (
      key text primary key,
      used integer not null,
      resets_at timestamptz not null
    )`.execute(database)
}
