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
