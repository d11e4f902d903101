-- Collections and everything read from their contracts. Amounts are wei, addresses lower case.

-- The form of a name or search in which two are compared: `foldSearchText` of
-- packages/rules/src/search-fold.ts, step by step.
create function fold_search_text(written text) returns text
  language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(normalize(translate(
    replace(replace(replace(replace(lower(regexp_replace(normalize(
      translate(written, E'\u00B4`\u2018\u2019\u201A\u201B\u02BC\u2032''"\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\uFF07\uFF02', ''),
      NFKD),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\U000E0000-\U000E0FFF]',
      '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    E'øłđðħıς\u2010\u2011\u2012\u2013\u2014\u2015\u2212', 'olddhiσ-------'),
    NFC), '[\t\n\v\f\r \u0085\u1680\u2028\u2029]+', ' ', 'g'))
$$;

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
  -- Film beside the image; its poster is the image.
  animation_file text,
  cover_file text,
  creator text not null,
  owner text not null,
  -- Account that may accept the ownership; null: it is offered to none.
  pending_owner text check (pending_owner = lower(pending_owner)),
  max_supply bigint,
  minted bigint not null default 0,
  burned bigint not null default 0,
  holders bigint not null default 0,
  unique_minters bigint not null default 0,
  volume_wei numeric(78) not null default 0,
  mint_fee_wei numeric(78) not null,
  royalty_bps integer not null,
  royalty_ceiling_bps integer not null,
  royalty_split text,
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
  -- Account that last changed the page here; null: no one did yet.
  updated_by text,
  blocked_at timestamptz,
  unreadable_block bigint,
  is_listed boolean not null generated always as (visibility = 'shown'
      and not is_unlisted and deleted_at is null and blocked_at is null
      and unreadable_block is null) stored,
  search_text text not null generated always as (
      left(fold_search_text(name), 100) || E'\n' || left(fold_search_text(symbol), 40) || E'\n' || coalesce(alias, '')) stored,
  card_phases jsonb not null default '[]',
  creator_name text,
  creator_avatar text,
  is_creator_contract boolean not null default false,
  unique (chain_id, address)
);

create unique index collections_alias on collections (chain_id, alias);

create index collections_by_address on collections (address text_pattern_ops) where is_listed;

create index collections_by_block on collections (chain_id, created_block);

create index collections_by_id on collections using hash (id) where is_listed;

create index collections_creator on collections (creator text_pattern_ops, created_at desc);

create index collections_listed_by_block on collections (chain_id, created_block, id)
  where is_listed;

create index collections_owner on collections (owner);

create index collections_pending_owner on collections (pending_owner)
  where pending_owner is not null;

create index collections_search
  on collections using gin ((array[chain_id]), search_text gin_trgm_ops) with (gin_pending_list_limit = 128)
  where is_listed;

-- What people decided of collections that a reorg removed; applied when the chain has them again.
create table orphaned_metadata (
  chain_id bigint not null,
  address text not null,
  alias text,
  description text not null,
  links jsonb not null,
  image_file text,
  animation_file text,
  cover_file text,
  visibility text not null,
  is_unlisted boolean not null,
  deleted_at timestamptz,
  primary key (chain_id, address)
);

-- Slugs that a collection had before, so that old links find it: the last five, kept by address.
create table former_aliases (
  chain_id bigint not null,
  alias text not null,
  address text not null,
  left_at timestamptz not null,
  primary key (chain_id, alias)
);

create index former_aliases_of_collection on former_aliases (chain_id, address, left_at desc);

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
  minted_uncapped bigint not null default 0,
  primary key (collection_id, phase_id)
);

create table collection_lists (
  collection_id uuid not null references collections on delete cascade,
  root text not null,
  content_hash text not null,
  block_number bigint not null,
  ends_at timestamptz,
  primary key (collection_id, root)
);

create table events (
  chain_id bigint not null,
  block_number bigint not null,
  log_index integer not null,
  collection_id uuid not null,
  kind text not null,
  data jsonb not null,
  tx_hash text not null,
  time timestamptz not null,
  previous jsonb,
  primary key (chain_id, block_number, log_index)
);

create index events_of_changes on events (collection_id, block_number desc, log_index desc)
  where kind not in ('mint', 'airdrop', 'transfer', 'burn', 'withdrawal');

create index events_of_collection on events (collection_id, block_number desc, log_index desc);

create index events_of_withdrawals on events ((data ->> 'account'), time desc)
  where kind = 'withdrawal';

create index events_of_payees on events using gin ((data -> 'payees') jsonb_path_ops)
  where kind in ('created', 'payees_changed');

-- Logs that could not be applied: from its log on, a collection is set aside. Without a collection, a
-- creation was skipped.
create table unreadable_logs (
  chain_id bigint not null,
  block_number bigint not null,
  log_index integer not null,
  collection text check (collection = lower(collection)),
  tx_hash text not null,
  reason text not null,
  time timestamptz not null,
  primary key (chain_id, block_number, log_index)
);

create index unreadable_logs_of_collection on unreadable_logs (chain_id, collection);

create table mints (
  chain_id bigint not null,
  block_number bigint not null,
  log_index integer not null,
  collection_id uuid not null,
  minter text not null,
  phase_id integer not null,
  quantity bigint not null,
  price_wei numeric(78) not null,
  referrer text,
  tx_hash text not null,
  time timestamptz not null,
  primary key (chain_id, block_number, log_index)
);

create index mints_by_time on mints (time);

create index mints_of_collection on mints (collection_id, time desc);

create index mints_of_referrer on mints (referrer, chain_id, collection_id)
  where referrer is not null;

-- How many wallets of a list came; public mints, the most of them, are not in it.
create index mints_of_lists on mints (collection_id, phase_id, minter) where phase_id < 255;

create table minters (
  collection_id uuid not null,
  minter text not null,
  quantity bigint not null,
  last_mint_at timestamptz not null,
  primary key (collection_id, minter)
);

create index minters_by_time on minters (last_mint_at);

-- Room on each page lets a token change hands without a change of its index.
create table tokens (
  collection_id uuid not null,
  token_id numeric(78) not null,
  owner text not null,
  primary key (collection_id, token_id)
) with (fillfactor = 90);

create table holdings (
  collection_id uuid not null,
  owner text not null,
  quantity bigint not null,
  primary key (collection_id, owner)
);

-- Rows go with their collection by a trigger: a foreign key would look the collection up for every
-- row that is written, a fifth of the time of a backfill.
create function delete_rows_of_collection() returns trigger language plpgsql as $$
begin
  delete from tokens where collection_id = old.id;
  delete from holdings where collection_id = old.id;
  delete from minters where collection_id = old.id;
  delete from mints where collection_id = old.id;
  delete from events where collection_id = old.id;
  return null;
end $$;

create trigger rows_of_collection after delete on collections
  for each row execute function delete_rows_of_collection();

create function save_former_alias() returns trigger language plpgsql as $$
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
end $$;

-- Only a statement that names the column pays for it; none of the indexer does.
create trigger former_alias after update of alias on collections
  for each row when (old.alias is not null and new.alias is distinct from old.alias
    and new.deleted_at is null)
  execute function save_former_alias();

create function notify_collection_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('collections_changed', new.id::text);
  return null;
end $$;

-- Notifies of changes by people, statements of the operator included. The indexer writes none of
-- these columns and notifies by itself.
create trigger collection_changed after update of visibility, is_unlisted, deleted_at, blocked_at,
    alias, name, description, links, image_file, animation_file, cover_file on collections
  for each row execute function notify_collection_changed();
