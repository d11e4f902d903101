-- Badges of campaigns: the events of their contracts. A badge is held while the last event of its
-- token is a claim.

create table badge_events (
  chain_id bigint not null,
  block_number bigint not null,
  log_index integer not null,
  kind text not null check (kind in ('claimed', 'removed')),
  token_id numeric(78) not null,
  account text not null check (account = lower(account)),
  -- Null for removals, whose log has the token alone.
  campaign_id text,
  reward_id text,
  nonce numeric(20),
  tx_hash text not null,
  time timestamptz not null,
  primary key (chain_id, block_number, log_index)
);

create index badge_events_of_account on badge_events (chain_id, account, campaign_id);

create index badge_events_of_token on badge_events (chain_id, token_id, block_number, log_index)
  where kind = 'removed';
