-- Names of the home chain: the events of the registry, and the rows that follow from them.

create table name_events (
  chain_id bigint not null,
  block_number bigint not null,
  log_index integer not null,
  kind text not null check (kind in (
    'transfer', 'registered', 'primary', 'text', 'address', 'cleared', 'reserved', 'prices')),
  -- Label; null: an event of the registry, or of an account that has no primary name any more.
  name text,
  -- Account whose primary name changed; null for other events.
  account text check (account = lower(account)),
  data jsonb not null,
  tx_hash text not null,
  time timestamptz not null,
  primary key (chain_id, block_number, log_index)
);

create index name_events_of_name on name_events (chain_id, name, block_number, log_index)
  where name is not null;

create index name_events_of_account on name_events (chain_id, account, block_number, log_index)
  where account is not null;

create index name_prices on name_events (chain_id, block_number, log_index)
  where kind = 'prices';

create table names (
  chain_id bigint not null,
  name text not null,
  owner text not null check (owner = lower(owner)),
  -- Transfers so far: a choice of the former owner counts no more.
  moves integer not null,
  -- Text records by key.
  texts jsonb not null default '{}',
  -- Address records in hex by coin type.
  addresses jsonb not null default '{}',
  -- Null while only the transfer of the registration is known.
  payer text check (payer = lower(payer)),
  price_wei numeric(78),
  registered_at timestamptz not null,
  registered_block bigint not null,
  registered_index integer not null,
  registered_tx text not null,
  -- Forms in which look-alikes are equal: two, because 1 is like l and like i.
  skeleton_l text not null,
  skeleton_i text not null,
  primary key (chain_id, name)
);

create index names_of_owner on names (chain_id, owner, registered_block desc);

create index names_by_age on names (chain_id, registered_block desc, registered_index desc);

create index names_by_skeleton_l on names (chain_id, skeleton_l);

create index names_by_skeleton_i on names (chain_id, skeleton_i);

create index names_by_text on names using gin (name gin_trgm_ops);

create table name_accounts (
  chain_id bigint not null,
  account text not null check (account = lower(account)),
  -- Primary name of the registry, and the block time since which it counts; null: none.
  onchain text,
  onchain_at timestamptz,
  -- Primary name chosen here, without a transaction; null: the address is to be shown.
  chosen text,
  chosen_at timestamptz,
  -- `moves` of the name when it was chosen.
  chosen_moves integer,
  primary key (chain_id, account)
);

-- The primary name that is shown for each account: the later of the one chosen here and the one
-- of the registry, if the account owns it.
create view primary_names as
select a.chain_id, a.account, n.name
from name_accounts a
join names n on n.chain_id = a.chain_id and n.owner = a.account
  and n.name = case
    when a.chosen_at > coalesce(a.onchain_at, '-infinity')
      then case when n.moves = a.chosen_moves then a.chosen end
    else a.onchain
  end;

-- Registrations that an account reported and that are not indexed yet.
create table name_claims (
  chain_id bigint not null,
  name text not null,
  account text not null check (account = lower(account)),
  state text not null check (state in ('pending', 'minted', 'dropped')),
  -- Transaction of a pending one, its sender and the sender's nonce.
  tx_hash text,
  sender text check (sender = lower(sender)),
  nonce bigint,
  -- The transaction registers this name, so that others see it as pending.
  is_public boolean not null default false,
  created_at timestamptz not null,
  dropped_at timestamptz,
  primary key (chain_id, name, account)
);

create index name_claims_of_account on name_claims (chain_id, account, created_at);

create index name_claims_by_state on name_claims (state, created_at);
