-- Rates of coins over time, and the last check of each contract's balance against what it owes.

-- One row an hour for every coin with a rate, kept for ever: some 8,800 a year and coin.
create table currency_rates (
  chain_id bigint not null,
  hour timestamptz not null,
  usd_rate double precision not null check (usd_rate > 0),
  primary key (chain_id, hour)
);

create table balance_checks (
  collection_id uuid primary key references collections on delete cascade,
  state text not null check (state in ('agrees', 'short', 'differs')),
  block_number bigint not null,
  checked_at timestamptz not null,
  balance_wei numeric(78) not null,
  owed_wei numeric(78) not null,
  platform_wei numeric(78) not null,
  referrers_wei numeric(78) not null,
  -- What arrived without a mint, and is the creator's side's.
  other_wei numeric(78) not null,
  payees jsonb not null
);

create index balance_checks_by_age on balance_checks (checked_at);

create index balance_checks_of_alarms on balance_checks (state) where state <> 'agrees';

-- Royalty splits whose payments are read from their chain, and the block up to which they are.
create table royalty_splits (
  chain_id bigint not null,
  address text not null check (address = lower(address)),
  -- Fixed for ever: [{"account", "bps"}].
  payees jsonb not null,
  read_block bigint not null,
  read_at timestamptz not null,
  primary key (chain_id, address)
);

-- All that ever arrived in a split, each time that it had grown: ether arrives without a log.
create table split_arrivals (
  chain_id bigint not null,
  split text not null,
  is_wrapped boolean not null,
  block_number bigint not null,
  -- Order of the lines of one block.
  position integer generated always as identity,
  time timestamptz not null,
  former_wei numeric(78) not null,
  total_wei numeric(78) not null check (total_wei > former_wei),
  primary key (chain_id, split, is_wrapped, block_number),
  foreign key (chain_id, split) references royalty_splits on delete cascade
);

create table split_releases (
  chain_id bigint not null,
  split text not null,
  is_wrapped boolean not null,
  block_number bigint not null,
  log_index integer not null,
  tx_hash text not null,
  time timestamptz not null,
  account text not null,
  amount_wei numeric(78) not null,
  primary key (chain_id, block_number, log_index),
  foreign key (chain_id, split) references royalty_splits on delete cascade
);

create index split_releases_of_account on split_releases (account, time desc);
