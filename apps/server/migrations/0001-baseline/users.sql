-- People, their sessions, sign-in texts, counted limits, and amounts owed to a wallet.

-- Texts are found by their parts.
create extension if not exists pg_trgm;

create table users (
  id uuid default gen_random_uuid() primary key,
  address text not null check (address = lower(address)),
  account_kind text not null check (account_kind in ('key', 'contract')),
  -- The network of a contract's account; null: a key's account, the same on every network.
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
  updated_at timestamptz not null default now(),
  username_changed_at timestamptz,
  check ((account_kind = 'contract') = (auth_chain_id is not null))
);

create unique index users_by_account
  on users (address text_pattern_ops, (coalesce(auth_chain_id, 0)));

create index users_by_username on users (username text_pattern_ops);

create index users_by_part_of_username on users using gin (username gin_trgm_ops);

-- The account that an address is on a network: that of its key on every network, that of a contract
-- on its own network only, because elsewhere the address may be another owner's. Without a network
-- (null) only key accounts are found. Every query that shows an account's name, picture or links
-- joins through this function.
create function find_account(of_address text, on_chain bigint) returns setof users
language sql stable as $$
  select * from users
  where address = of_address and (auth_chain_id is null or auth_chain_id = on_chain)
  order by auth_chain_id nulls first limit 1
$$;

create table sessions (
  id uuid default gen_random_uuid() primary key,
  token_hash text not null unique,
  user_id uuid not null references users on delete cascade,
  connector text not null,
  chain_id bigint not null,
  client text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);

create index sessions_of_user on sessions (user_id, created_at);

create table challenges (
  nonce_hash text primary key,
  address text not null check (address = lower(address)),
  chain_id bigint not null,
  message text not null,
  client text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index challenges_by_expiry on challenges (expires_at);

create index challenges_of_address on challenges (address, created_at);

create table limit_counters (
  key text primary key,
  used bigint not null,
  resets_at timestamptz not null
);

create table owed_amounts (
  account text not null check (account = lower(account)),
  chain_id bigint not null,
  amount_wei numeric(78) not null check (amount_wei >= 0),
  read_at timestamptz not null,
  primary key (account, chain_id)
);
