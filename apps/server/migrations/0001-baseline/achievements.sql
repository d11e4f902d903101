-- Achievements: facts of accounts by confirmed blocks, and what users earned and claimed. Which
-- achievements there are is in config/achievements.yaml.

-- Block up to which the facts of each chain are collected.
create table achievement_cursors (
  chain_id bigint primary key,
  block_number bigint not null
);

-- One row for each fact of an account: `collection` and `early` (mark: the collection minted, and
-- minted among the first ten), `other` (a collection of another account), `day` (UTC day of a
-- mint), `sale` (own collection that another account paid for). The block is its first one.
create table achievement_marks (
  account text not null check (account = lower(account)),
  kind text not null check (kind in ('collection', 'early', 'other', 'day', 'sale')),
  mark text not null,
  chain_id bigint not null,
  block_number bigint not null,
  primary key (account, kind, mark, chain_id)
);

create index achievement_marks_by_block on achievement_marks (chain_id, block_number);

-- Of each collection: tokens so far, and accounts besides the creator that minted.
create table achievement_collections (
  collection_id uuid primary key references collections on delete cascade,
  tokens bigint not null default 0,
  minters bigint not null default 0
);

-- Users whose achievements have to be looked at.
create table achievement_checks (
  user_id uuid primary key references users on delete cascade,
  queued_at timestamptz not null default now()
);

create index achievement_checks_by_age on achievement_checks (queued_at);

create table user_achievements (
  user_id uuid not null references users on delete cascade,
  achievement text not null,
  earned_at timestamptz not null,
  -- Null: it can be claimed.
  claimed_at timestamptz,
  -- Hash of the rule by which it was earned.
  rule_version text not null,
  revoked_at timestamptz,
  -- Operator; null: a reorganisation took the blocks it rested on.
  revoked_by text,
  revoked_reason text,
  -- Texts of an achievement of a campaign; the others are in the operator's file.
  title text,
  description text,
  primary key (user_id, achievement)
);

create index user_achievements_claimed on user_achievements (user_id, claimed_at desc)
  where claimed_at is not null and revoked_at is null;

-- Blocks that claims of the last day rest on: replaced ones withdraw them.
create table achievement_evidence (
  user_id uuid not null,
  achievement text not null,
  chain_id bigint not null,
  block_number bigint not null,
  is_doubtful boolean not null default false,
  stored_at timestamptz not null,
  primary key (user_id, achievement, chain_id),
  foreign key (user_id, achievement) references user_achievements on delete cascade
);

create index achievement_evidence_by_block on achievement_evidence (chain_id, block_number);

create index achievement_evidence_by_age on achievement_evidence (stored_at);

-- Achievements beside a name, in order.
create table pinned_achievements (
  user_id uuid not null references users on delete cascade,
  place integer not null check (place between 1 and 3),
  achievement text not null,
  primary key (user_id, place)
);

create function queue_achievement_check() returns trigger language plpgsql as $$
begin
  insert into achievement_checks (user_id)
  values (case when tg_table_name = 'users' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(new) ->> 'user_id')::uuid end)
  on conflict do nothing;
  return null;
end $$;

create trigger achievements_of_profile after insert or update of username, bio, avatar_file on users
  for each row execute function queue_achievement_check();

create trigger achievements_of_reader after insert or update of completed_at on academy_progress
  for each row when (new.completed_at is not null)
  execute function queue_achievement_check();
