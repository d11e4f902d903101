-- Drafts before they are deployed, and the allowlists that creators publish.

create table drafts (
  id uuid default gen_random_uuid() primary key,
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
  updated_at timestamptz not null default now(),
  list_root text,
  visibility text not null default 'shown' check (visibility in ('shown', 'hidden'))
);

create unique index drafts_by_salt on drafts (chain_id, owner, salt);

create index drafts_of_owner on drafts (owner, created_at desc);

create table draft_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash text not null,
  draft_id uuid not null,
  -- What was not kept of its pictures, by file.
  notes jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- A list is written and read only as a whole, so its wallets are gzipped JSON.
create table draft_lists (
  draft_id uuid not null references drafts on delete cascade,
  phase_id integer not null,
  entries integer not null,
  lowest_price_wei numeric(78),
  highest_price_wei numeric(78),
  content bytea not null,
  primary key (draft_id, phase_id)
);

create table lists (
  root text primary key,
  chain_id bigint not null,
  content_hash text not null unique,
  terms jsonb not null,
  entries integer not null,
  draft_id uuid references drafts on delete set null,
  published_at timestamptz not null default now()
);

create table list_entries (
  root text not null references lists on delete cascade,
  address text not null check (address = lower(address)),
  phase_id integer not null,
  packed numeric(78) not null,
  quantity integer not null,
  price_wei numeric(78) not null,
  -- Place of its leaf in the tree; its piece is a 256th of it.
  position integer not null,
  primary key (root, address, phase_id)
);

-- 256 leaves of a tree each and all nodes above them, so that a proof is read, not hashed. Of
-- 100,000 wallets they take 7.0 MB instead of 3.7 MB, beside 40 MB of entries.
create table list_pieces (
  root text not null references lists on delete cascade,
  piece integer not null,
  -- Level by level from the leaves up, 32 bytes each, without the root of the piece.
  nodes bytea not null,
  -- Nodes from the root of the piece up, the same for all its leaves.
  proof bytea not null,
  primary key (root, piece)
);
