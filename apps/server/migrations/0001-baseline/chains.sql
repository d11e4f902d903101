-- Position of the indexer on each chain, hashes of recent blocks, status, and leases of processes.

create table chain_cursors (
  chain_id bigint primary key,
  genesis_hash text not null,
  factory text not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  head_number bigint not null,
  updated_at timestamptz not null,
  confirmed_number bigint not null default -1,
  is_backfilled boolean not null default true,
  heartbeat_at timestamptz
);

-- Hashes to find the common ancestor of a reorg, and a hash of the logs to verify them again.
create table chain_blocks (
  chain_id bigint not null,
  number bigint not null,
  hash text not null,
  time timestamptz not null,
  logs integer not null default 0,
  logs_hash text,
  rpc text,
  primary key (chain_id, number)
);

create table chain_statuses (
  chain_id bigint primary key,
  status text not null check (status in ('following', 'behind', 'refused', 'unreachable', 'disputed')),
  detail text,
  updated_at timestamptz not null
);

create table chain_leases (
  chain_id bigint primary key,
  holder uuid not null,
  holder_name text not null,
  taken_at timestamptz not null,
  expires_at timestamptz not null
);

create table indexer_processes (
  id uuid primary key,
  name text not null,
  heartbeat_at timestamptz not null
);
