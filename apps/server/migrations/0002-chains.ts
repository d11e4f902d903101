import { type Kysely, sql } from 'kysely'

/** How far each chain has been followed, and the hashes that show a reorganisation. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table chain_cursors (
      chain_id bigint primary key,
      genesis_hash text not null,
      source text not null,
      block_number bigint not null,
      block_hash text not null,
      block_time timestamptz not null,
      head_number bigint not null,
      updated_at timestamptz not null
    )`.execute(database)
  await sql`
    create table chain_blocks (
      chain_id bigint not null,
      number bigint not null,
      hash text not null,
      time timestamptz not null,
      primary key (chain_id, number)
    )`.execute(database)
  await sql`
    create table chain_reports (
      chain_id bigint primary key,
      status text not null check (status in ('following', 'behind', 'refused', 'unreachable')),
      detail text,
      updated_at timestamptz not null
    )`.execute(database)
}
