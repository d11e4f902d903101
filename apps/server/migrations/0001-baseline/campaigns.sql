-- Campaigns: their rules as imported, who takes part, the ledger of credits, boards, claims and
-- results. Rows name events by text: no foreign key leads to tables of the indexer.

create table campaigns (
  id uuid default gen_random_uuid() primary key,
  alias text not null unique,
  -- The campaign file as it was imported, and the hash of its rules.
  definition jsonb not null,
  rules_version text not null,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'live', 'paused',
    'settling', 'frozen', 'closed', 'cancelled')),
  -- Sentence for paused and cancelled campaigns.
  status_reason text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  chain_ids bigint[] not null,
  -- Changes after publishing, oldest first: at, note, rules_version.
  changes jsonb not null default '[]',
  published_at timestamptz,
  -- Since when every network is final past the end; the review begins then.
  settled_at timestamptz,
  created_at timestamptz not null,
  check (ends_at > starts_at)
);

create index campaigns_by_status on campaigns (status, starts_at);

create table campaign_entries (
  campaign_id uuid not null references campaigns on delete cascade,
  address text not null check (address = lower(address)),
  -- Network of a contract's account; null: a key's account, the same on every network.
  chain_id bigint,
  number bigint not null,
  team text,
  joined_at timestamptz not null,
  team_locked_at timestamptz,
  status text not null default 'active' check (status in ('active', 'left', 'disqualified')),
  -- Public reason of a disqualification.
  reason text,
  -- Sums of the counted credits.
  points bigint not null default 0,
  stamps integer not null default 0,
  last_credit_at timestamptz,
  -- The sums are to be computed anew.
  is_stale boolean not null default false,
  primary key (campaign_id, address)
) with (fillfactor = 70);

create index campaign_entries_stale on campaign_entries (campaign_id) where is_stale;

create index campaign_entries_of_team on campaign_entries (campaign_id, team, status);

create unique index campaign_entries_by_number on campaign_entries (campaign_id, number);

-- Wallets whose events count for an entry: its own one, and linked ones.
create table campaign_wallets (
  campaign_id uuid not null references campaigns on delete cascade,
  wallet text not null check (wallet = lower(wallet)),
  chain_id bigint,
  address text not null,
  linked_at timestamptz not null,
  primary key (campaign_id, wallet)
);

create index campaign_wallets_of_entry on campaign_wallets (campaign_id, address);

create index campaign_wallets_by_wallet on campaign_wallets (wallet);

-- Texts that two wallets sign to be linked.
create table campaign_link_texts (
  nonce_hash text primary key,
  campaign_id uuid not null references campaigns on delete cascade,
  address text not null,
  wallet text not null,
  chain_id bigint,
  text text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index campaign_link_texts_by_expiry on campaign_link_texts (expires_at);

-- The ledger: points come from it alone. `dedupe_key` names the business event, so that a repeated
-- or replaced log counts once.
create table campaign_credits (
  -- Without a foreign key: its check costs a sixth of the time of crediting, and every statement
  -- that inserts has the campaign locked.
  campaign_id uuid not null,
  quest text not null,
  address text not null,
  dedupe_key text not null,
  -- Null for what is recorded here and on no chain.
  chain_id bigint,
  block_number bigint,
  log_index integer,
  tx_hash text,
  event_time timestamptz not null,
  points integer not null,
  is_final boolean not null,
  primary key (campaign_id, address, quest, dedupe_key)
);

create index campaign_credits_open on campaign_credits (chain_id, block_number) where not is_final;

create index campaign_credits_by_time on campaign_credits (campaign_id, event_time desc);

-- Up to which block the events of a network are credited.
create table campaign_cursors (
  campaign_id uuid not null references campaigns on delete cascade,
  chain_id bigint not null,
  block_number bigint not null,
  primary key (campaign_id, chain_id)
);

-- Entries whose quests are evaluated from the start, because a reorganisation, a linked wallet or
-- a later start changed what counts for them.
create table campaign_reviews (
  campaign_id uuid not null references campaigns on delete cascade,
  address text not null,
  primary key (campaign_id, address)
);

-- The newest snapshot of each board; after the freeze, the final result.
create table campaign_boards (
  campaign_id uuid primary key references campaigns on delete cascade,
  taken_at timestamptz not null,
  rows bigint not null,
  -- Milliseconds that it took: a large board is made less often.
  took_ms integer not null,
  -- Credits, entries or teams changed since.
  is_outdated boolean not null default true
);

create table campaign_board_rows (
  campaign_id uuid not null references campaigns on delete cascade,
  -- Order on the board, from 1; disqualified entries stand last.
  line bigint not null,
  address text not null,
  position bigint,
  rank bigint,
  team text,
  -- Order within the team, from 1.
  team_line bigint,
  points bigint not null,
  stamps integer not null,
  last_credit_at timestamptz,
  status text not null,
  reason text,
  primary key (campaign_id, line)
);

-- Not unique: lines change places while the board is made.
create index campaign_board_of_address on campaign_board_rows (campaign_id, address);

create index campaign_board_of_team on campaign_board_rows (campaign_id, team, team_line);

create table campaign_team_rows (
  campaign_id uuid not null references campaigns on delete cascade,
  team text not null,
  position bigint not null,
  rank bigint not null,
  points bigint not null,
  members bigint not null,
  active_members bigint not null,
  last_credit_at timestamptz,
  primary key (campaign_id, team)
);

create table campaign_results (
  campaign_id uuid primary key references campaigns on delete cascade,
  frozen_at timestamptz not null,
  rows bigint not null,
  sha256 text not null,
  file text not null,
  inputs text not null,
  -- Last block of each network that was counted.
  last_blocks jsonb not null,
  correction_at timestamptz,
  correction_reason text,
  correction_sha256 text,
  correction_file text,
  check ((correction_at is null) = (correction_file is null))
);

create table campaign_claims (
  campaign_id uuid not null references campaigns on delete cascade,
  reward text not null,
  address text not null,
  -- Account that the badge is for.
  account text not null,
  status text not null check (status in ('reserved', 'signed', 'granted')),
  nonce bigint not null default 1,
  -- The newest voucher with its signature, and its deadline.
  voucher jsonb,
  deadline timestamptz,
  created_at timestamptz not null,
  primary key (campaign_id, reward, address)
);

create index campaign_claims_of_address on campaign_claims (address, campaign_id);

create table campaign_notices (
  campaign_id uuid not null references campaigns on delete cascade,
  address text not null,
  reason text not null,
  evidence text not null,
  sent_at timestamptz not null,
  answer_until timestamptz not null,
  answer text,
  answered_at timestamptz,
  decision text check (decision in ('disqualified', 'kept')),
  decided_at timestamptz,
  primary key (campaign_id, address)
);

-- Mints by wallet and names by account, for entries that are evaluated from the start.
create index mints_of_minter on mints (minter, time);

create index name_events_of_recipient on name_events (chain_id, (data ->> 'to'))
  where kind = 'transfer';

-- A result that was published stays as it is.
create function refuse_frozen_campaign() returns trigger language plpgsql as $$
begin
  if exists (select from changed join campaigns c on c.id = changed.campaign_id
      where c.status in ('frozen', 'closed')) then
    raise exception 'the result of this campaign is final' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger frozen_credits_insert after insert on campaign_credits
  referencing new table as changed for each statement execute function refuse_frozen_campaign();

create trigger frozen_credits_update after update on campaign_credits
  referencing new table as changed for each statement execute function refuse_frozen_campaign();

create trigger frozen_credits_delete after delete on campaign_credits
  referencing old table as changed for each statement execute function refuse_frozen_campaign();

create trigger frozen_board_insert after insert on campaign_board_rows
  referencing new table as changed for each statement execute function refuse_frozen_campaign();

create trigger frozen_board_update after update on campaign_board_rows
  referencing new table as changed for each statement execute function refuse_frozen_campaign();

create trigger frozen_board_delete after delete on campaign_board_rows
  referencing old table as changed for each statement execute function refuse_frozen_campaign();
