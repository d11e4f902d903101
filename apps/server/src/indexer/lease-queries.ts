import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** A process that indexes chains. */
export type Holder = { id: string; name: string }

/** Saves the heartbeat of this process and deletes dead ones; returns how many are alive. */
export async function saveHeartbeat(
  database: Database,
  { id, name }: Holder,
  leaseMs: number,
): Promise<number> {
  await sql`
    insert into indexer_processes (id, name, heartbeat_at)
    values (${id}::uuid, ${name}, clock_timestamp())
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`.execute(database)
  await sql`
    delete from indexer_processes
    where abs(extract(epoch from clock_timestamp() - heartbeat_at)) * 1000 > ${leaseMs}`.execute(
    database,
  )
  const { alive } = await database
    .selectFrom('indexer_processes')
    .select(({ fn }) => fn.countAll<number>().as('alive'))
    .executeTakeFirstOrThrow()
  return alive
}

/** Extends the leases of these chains; returns those that this process still holds. */
export async function renewLeases(
  database: Database,
  { id }: Holder,
  chainIds: number[],
  leaseMs: number,
): Promise<number[]> {
  if (chainIds.length === 0) return []
  const { rows } = await sql<{ chain_id: number }>`
    update chain_leases
    set expires_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where holder = ${id}::uuid and chain_id = any(${chainIds}::bigint[])
    returning chain_id`.execute(database)
  return rows.map(({ chain_id }) => chain_id)
}

/** Acquires up to `limit` free leases of these chains; returns the chains. */
export async function acquireLeases(
  database: Database,
  { id, name }: Holder,
  chainIds: number[],
  limit: number,
  leaseMs: number,
): Promise<number[]> {
  if (chainIds.length === 0 || limit <= 0) return []
  const { rows } = await sql<{ chain_id: number }>`
    insert into chain_leases as lease (chain_id, holder, holder_name, taken_at, expires_at)
    select free.chain_id, ${id}::uuid, ${name}, clock_timestamp(),
      clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from (
      select chain_id from unnest(${chainIds}::bigint[]) with ordinality as wanted (chain_id, place)
      where not exists (
        select from chain_leases held
        where held.chain_id = wanted.chain_id and ${isHeld('held', leaseMs)})
      order by place limit ${limit}
    ) as free
    on conflict (chain_id) do update set
      holder = excluded.holder, holder_name = excluded.holder_name,
      taken_at = excluded.taken_at, expires_at = excluded.expires_at
    where not (${isHeld('lease', leaseMs)})
    returning chain_id`.execute(database)
  return rows.map(({ chain_id }) => chain_id)
}

/** A lease that ends too late was written before the clock was set back, and does not count. */
function isHeld(lease: string, leaseMs: number): RawBuilder<unknown> {
  const expires = sql.ref(`${lease}.expires_at`)
  return sql`${expires} > clock_timestamp()
    and ${expires} < clock_timestamp() + ${2 * leaseMs} * interval '1 millisecond'`
}

/** Releases these leases, so that another process can acquire them at once. */
export async function releaseLeases(
  database: Database,
  { id }: Holder,
  chainIds: number[],
): Promise<void> {
  if (chainIds.length === 0) return
  await database
    .deleteFrom('chain_leases')
    .where('holder', '=', id)
    .where('chain_id', 'in', chainIds)
    .execute()
}

/** Deletes the heartbeat of this process. */
export async function deleteProcess(database: Database, { id }: Holder): Promise<void> {
  await database.deleteFrom('indexer_processes').where('id', '=', id).execute()
}

/** Deletes every lease and heartbeat: only for a process that has the database alone. */
export async function releaseAllLeases(database: Database): Promise<void> {
  await database.deleteFrom('chain_leases').execute()
  await database.deleteFrom('indexer_processes').execute()
}

/** Returns the chains whose lease has not expired. */
export async function listHeld(
  database: Database,
  chainIds: number[],
): Promise<Set<number>> {
  if (chainIds.length === 0) return new Set()
  const found = await database
    .selectFrom('chain_leases')
    .select('chain_id')
    .where('chain_id', 'in', chainIds)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute()
  return new Set(found.map(({ chain_id }) => chain_id))
}
