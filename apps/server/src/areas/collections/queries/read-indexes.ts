import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Indexes that only serve reads of holders, activity, tokens and collectors. */
const indexes = {
  events_of_kind: sql`events (collection_id, kind, block_number, log_index)`,
  events_of_tokens: sql`events (collection_id, ((data ->> 'first_token_id')::integer))
    where kind in ('mint', 'airdrop')`,
  events_of_moved_tokens: sql`events (collection_id, ((data ->> 'token_id')::integer),
    block_number, log_index)
    where kind in ('burn', 'transfer') and data ->> 'token_id' is not null`,
  events_of_givers: sql`events ((data ->> 'from'), time, chain_id, block_number, log_index)
    where kind in ('burn', 'transfer')`,
  events_of_receivers: sql`events ((data ->> 'to'), time, chain_id, block_number, log_index)
    where kind in ('mint', 'airdrop', 'transfer')`,
  holdings_by_quantity: sql`holdings (collection_id, quantity desc, owner)`,
  holdings_of_owner: sql`holdings (owner, collection_id, quantity)`,
  tokens_of_owner: sql`tokens (collection_id, owner, token_id)`,
}

/**
 * Builds the missing read indexes concurrently and returns their names; does nothing
 * while another process builds them. `signal` cancels the running statement and then
 * throws, except on the embedded database, whose single session would cancel itself.
 */
export async function buildReadIndexes(
  database: Database,
  signal?: AbortSignal,
): Promise<string[]> {
  if ((await listMissing(database)).length === 0) return []
  return database.connection().execute(async (session) => {
    const { rows } = await sql<{ is_ours: boolean; process: number }>`
      select pg_try_advisory_lock(${INDEXES_LOCK}) as is_ours, pg_backend_pid() as process
    `.execute(session)
    const [turn] = rows
    if (!turn?.is_ours) return []
    // The build has already ended if it cannot be cancelled.
    const cancel = () =>
      sql`select pg_cancel_backend(${turn.process})`.execute(database).catch(() => {})
    signal?.addEventListener('abort', cancel)
    try {
      return await buildMissing(session, signal)
    } finally {
      signal?.removeEventListener('abort', cancel)
      await sql`reset statement_timeout`.execute(session)
      await sql`select pg_advisory_unlock(${INDEXES_LOCK})`.execute(session)
    }
  })
}

/** Arbitrary lock number, the same in every process of one database. */
const INDEXES_LOCK = 7_105_287

async function buildMissing(session: Database, signal?: AbortSignal): Promise<string[]> {
  await sql`set statement_timeout = 0`.execute(session)
  const missing = await listMissing(session)
  for (const [name, definition] of missing) {
    signal?.throwIfAborted()
    // An interrupted build leaves an invalid index that is maintained but never read.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(session)
    await sql`create index concurrently ${sql.id(name)} on ${definition}`.execute(session)
  }
  // The planner has no statistics on expression indexes before an ANALYZE.
  await sql`analyze events, holdings, tokens`.execute(session)
  return missing.map(([name]) => name)
}

async function listMissing(database: Database) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisvalid and c.relnamespace = current_schema()::regnamespace
      and c.relname in (${sql.join(Object.keys(indexes))})`.execute(database)
  const standing = new Set(rows.map(({ name }) => name))
  return Object.entries(indexes).filter(([name]) => !standing.has(name))
}

/**
 * Runs a read with a statement timeout of three seconds, after which the client receives
 * 503. Without it, reads that lack their index or wait for a lock could occupy every
 * connection.
 */
export function withStatementTimeout<Read>(
  database: Database,
  read: (transaction: Database) => Promise<Read>,
): Promise<Read> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '3s'`.execute(transaction)
    return read(transaction)
  })
}

const HOUR_MS = 3_600_000

/**
 * Returns whether the backfill of all these chains is over. A chain that is unreachable
 * or a few blocks behind counts as done.
 */
export async function isHistoryIndexed(
  database: Database,
  chainIds: number[],
  now: Date,
): Promise<boolean> {
  if (chainIds.length === 0) return true
  const { read } = await database
    .selectFrom('chain_statuses as r')
    .leftJoin('chain_cursors as c', 'c.chain_id', 'r.chain_id')
    .select(({ fn }) => fn.countAll<number>().as('read'))
    .where('r.chain_id', 'in', chainIds)
    .where(({ eb, or }) =>
      or([
        eb('r.status', '<>', 'behind'),
        eb('c.block_time', '>', new Date(now.getTime() - HOUR_MS)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return read === chainIds.length
}
