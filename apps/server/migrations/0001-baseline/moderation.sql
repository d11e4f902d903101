-- Blocks, reports and promotions of the operator, and the audit of every command. Blocks name
-- addresses, not rows: they outlast a reorg and can exist before the collection.

create table blocked_collections (
  chain_id bigint not null,
  address text not null check (address = lower(address)),
  category text not null,
  reason text not null,
  blocked_by text not null,
  blocked_at timestamptz not null,
  primary key (chain_id, address)
);

create table blocked_creators (
  address text not null check (address = lower(address)),
  -- The network of a contract's account; null: the address on every network.
  chain_id bigint,
  category text not null,
  reason text not null,
  blocked_by text not null,
  blocked_at timestamptz not null
);

create unique index blocked_creators_by_account
  on blocked_creators (address, (coalesce(chain_id, 0)));

-- The block of an address on a network; without a network (null) that of every network.
create function find_creator_block(of_address text, on_chain bigint) returns setof blocked_creators
language sql stable as $$
  select * from blocked_creators
  where address = of_address and (chain_id is null or chain_id = on_chain)
  order by chain_id nulls last limit 1
$$;

-- One open report of each reporter about each collection; closed ones stay.
create table reports (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  address text not null check (address = lower(address)),
  reporter text not null,
  category text not null,
  text text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  closing_note text
);

create unique index reports_open on reports (chain_id, address, reporter)
  where closed_at is null;

create index reports_queue on reports (((closed_at is not null)), id);

-- One row: mixed into the hash of a reporter without an account.
create table report_salts (
  id boolean default true primary key check (id),
  salt uuid not null default gen_random_uuid()
);

create table promotions (
  chain_id bigint not null,
  address text not null check (address = lower(address)),
  place integer not null,
  starts_at timestamptz,
  ends_at timestamptz,
  label text not null,
  promoted_by text not null,
  promoted_at timestamptz not null,
  primary key (chain_id, address)
);

create table moderation_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  by text not null,
  action text not null,
  chain_id bigint,
  address text,
  details jsonb not null
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of the audit are kept';
end $$;

create trigger audit_is_append_only before update or delete on moderation_audit
  for each row execute function refuse_audit_change();

create trigger audit_is_not_truncated before truncate on moderation_audit
  for each statement execute function refuse_audit_change();
