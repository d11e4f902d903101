import { setTimeout as sleep } from 'node:timers/promises'
import type { timeIntervals } from '@platemark/api/lists'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { errorCode } from '../../../database/error-code.ts'
import { rows } from '../../../database/rows.ts'

/** Ranking window that ends now and advances. */
export type RankWindow = Exclude<(typeof timeIntervals)[number], 'all'>

const HOUR = 3_600_000

/** Length of each window in milliseconds. */
export const rankWindows: Record<RankWindow, number> = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '24h': 24 * HOUR,
  '7d': 168 * HOUR,
  '30d': 720 * HOUR,
}

/** Mint as the rankings count it. */
export type RankedMint = {
  collection_id: string
  /** The creator minted it: such a mint counts, the minter does not. */
  is_creator: boolean
  quantity: number
  price_wei: string
  time: Date
  /** The minter's `last_mint_at` before this mint, within the batch too. */
  previous_mint_at: Date | null
}

/**
 * Keeps windows from advancing until the transaction ends. A transaction that deletes
 * collections and changes rankings calls it first; the functions below call it
 * themselves.
 */
export async function lockRankings(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${RANKS_LOCK}::integer, 0)`.execute(
    transaction,
  )
}

/**
 * Adds new mints to the rankings. Does nothing while the chain is backfilling
 * (`is_backfilled` of its cursor is false), because `rebuildRankings` counts them later.
 */
export async function incrementRankings(
  transaction: Database,
  mints: RankedMint[],
): Promise<void> {
  if (mints.length === 0) return
  await lockRankings(transaction)
  await sql`
    with change as (${changeBy(mints)})
    insert into collection_rankings as r
      (time_window, collection_id, chain_id, created_at, is_listed, facet, kind, minters, mints,
        volume_wei)
    select m.time_window, m.collection_id, c.chain_id, c.created_at, c.is_listed, p.facet, p.kind,
      m.minters, m.mints, m.volume_wei
    from change m join collections c on c.id = m.collection_id
      join collection_prices p on p.collection_id = c.id
    where ${isSettled(sql`c.chain_id`)}
    on conflict (collection_id, time_window) do update set
      minters = r.minters + excluded.minters, mints = r.mints + excluded.mints,
      volume_wei = r.volume_wei + excluded.volume_wei`.execute(transaction)
}

/**
 * Reverses `incrementRankings` exactly. The order of the mints does not matter, as each
 * names the minter's previous mint.
 */
export async function decrementRankings(
  transaction: Database,
  mints: RankedMint[],
): Promise<void> {
  if (mints.length === 0) return
  await lockRankings(transaction)
  await subtract(transaction, changeBy(mints))
}

/** Counts the windows of a chain or of one collection anew. */
export async function rebuildRankings(
  transaction: Database,
  of: { chain_id: number } | { collection_id: string },
): Promise<void> {
  await lockRankings(transaction)
  // Each table is filtered by the index it has.
  const [isOf, isMintOf] =
    'chain_id' in of
      ? [sql`c.chain_id = ${of.chain_id}`, sql`m.chain_id = ${of.chain_id}`]
      : [sql`c.id = ${of.collection_id}`, sql`m.collection_id = ${of.collection_id}`]
  await sql`
    delete from collection_rankings r using collections c
    where c.id = r.collection_id and ${isOf}`.execute(transaction)
  await sql`
    with marks as materialized (${marks}), recent as materialized (
      select m.collection_id, m.quantity, m.price_wei, m.time from mints m
      where ${isMintOf} and m.time > (select min(since) from marks)
    ), people as materialized (
      select m.collection_id, m.last_mint_at from collections c
      join minters m on m.collection_id = c.id and m.minter <> c.creator
      where ${isOf}
    ), beginnings as materialized (
      select distinct since from marks
    ), minted as (
      select b.since, m.collection_id,
        sum(m.quantity) as mints, sum(m.quantity * m.price_wei) as volume_wei
      from beginnings b join recent m on m.time > b.since group by 1, 2
    ), met as (
      select b.since, m.collection_id, count(*) as minters
      from beginnings b join people m on m.last_mint_at > b.since group by 1, 2
    )
    insert into collection_rankings
      (time_window, collection_id, chain_id, created_at, is_listed, facet, kind, minters, mints,
        volume_wei)
    select w.time_window, c.id, c.chain_id, c.created_at, c.is_listed, p.facet, p.kind,
      coalesce(met.minters, 0), minted.mints, minted.volume_wei
    from marks w join minted using (since)
      join collections c on c.id = minted.collection_id
      join collection_prices p on p.collection_id = c.id
      left join met on met.since = minted.since and met.collection_id = c.id`.execute(
    transaction,
  )
}

/** Mints that leave a window per transaction, and transactions per call. */
const SLICE = 1000
const MAX_SLICES = 100

// While it waits for the lock, transactions that count mints queue behind it.
const MAX_LOCK_WAIT = '500ms'

/**
 * Advances every window to end at `now` and removes the mints that left it, shortest
 * window first. Sleeps between transactions as long as they took, stops while another
 * process advances them, and leaves the rest to the next call.
 */
export async function advanceWindows(
  database: Database,
  now: Date,
  slice = SLICE,
): Promise<void> {
  for (const [window, length] of Object.entries(rankWindows)) {
    const since = new Date(now.getTime() - length)
    let state: Moved = 'under way'
    for (let count = 0; count < MAX_SLICES && state === 'under way'; count += 1) {
      const began = performance.now()
      state = await database
        .transaction()
        .execute((transaction) => moveWindow(transaction, window, since, slice))
        .catch(skipWhenLocked)
      if (state !== 'under way') break
      await sleep(performance.now() - began)
    }
    if (state !== 'there') return
  }
}

/**
 * Copies changed listing flags and facets into the list tables, for rows whose writers had
 * read the old ones. Skips locked rows until the next call; `isPatient` waits for transactions
 * that count mints.
 */
export async function applyListings(
  database: Database,
  { isPatient = false } = {},
): Promise<void> {
  const { rows: waiting } = await sql`select from listing_outbox limit 1`.execute(
    database,
  )
  if (waiting.length === 0) return
  await database
    .transaction()
    .execute((transaction) => applyAll(transaction, isPatient))
    .catch(skipWhenLocked)
}

async function applyAll(transaction: Database, isPatient: boolean): Promise<void> {
  // Exclusive, so that no transaction is about to write the old flag.
  if (isPatient) {
    await sql.raw(`set local lock_timeout = '${MAX_LOCK_WAIT}'`).execute(transaction)
    await sql`select pg_advisory_xact_lock(${RANKS_LOCK}::integer, 0)`.execute(
      transaction,
    )
  } else {
    const { rows: turns } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(${RANKS_LOCK}::integer, 0) as is_ours`.execute(
      transaction,
    )
    if (!turns[0]?.is_ours) return
  }
  const isUnequal = (table: string) => sql`exists (select from ${sql.table(table)} t
    where t.collection_id = c.id and (t.is_listed, t.facet) <> (c.is_listed, p.facet))`
  for (const table of listingTables) {
    await sql`
      update ${sql.table(table)} t set is_listed = c.is_listed, facet = p.facet
      from collections c join collection_prices p on p.collection_id = c.id
      where c.id = t.collection_id and t.ctid = any(array(
        select t.ctid from ${sql.table(table)} t
        join collections c on c.id = t.collection_id
        join collection_prices p on p.collection_id = c.id
          and (c.is_listed, p.facet) <> (t.is_listed, t.facet)
        where t.collection_id in (select collection_id from listing_outbox)
        for update of t skip locked))`.execute(transaction)
  }
  await sql`
    delete from listing_outbox q where not exists (
      select from collections c join collection_prices p on p.collection_id = c.id
      where c.id = q.collection_id and (${sql.join(listingTables.map(isUnequal), sql` or `)}))`.execute(
    transaction,
  )
}

/** Tables that repeat a collection's listing flag and facet. */
const listingTables = [
  'collection_rankings',
  'trending_scores',
  'collection_stats',
  'collection_windows',
  'collection_prices',
]

/**
 * `kept away`: another process advances the windows, or a transaction counts mints for
 * too long.
 */
type Moved = 'there' | 'under way' | 'kept away'

async function moveWindow(
  transaction: Database,
  window: string,
  goal: Date,
  slice: number,
): Promise<Moved> {
  const { rows: turns } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${RANKS_LOCK}::integer, 1) as is_ours`.execute(
    transaction,
  )
  if (!turns[0]?.is_ours) return 'kept away'
  await sql.raw(`set local lock_timeout = '${MAX_LOCK_WAIT}'`).execute(transaction)
  // Waits for every transaction that counted with the current mark.
  await sql`select pg_advisory_xact_lock(${RANKS_LOCK}::integer, 0)`.execute(transaction)
  const mark = await transaction
    .selectFrom('ranking_watermarks')
    .select('since')
    .where('time_window', '=', window)
    .executeTakeFirst()
  if (mark && mark.since >= goal) return 'there'

  const since = sql`${mark?.since ?? '-infinity'}::timestamptz`
  const { rows: ends } = await sql<{ time: Date }>`
    select time from mints where time > ${since} and time <= ${goal}
    order by time offset ${slice - 1} limit 1`.execute(transaction)
  const until = ends[0]?.time ?? goal
  const left = sql`
    select ${window}::text as time_window, collection_id, sum(minters) as minters,
      sum(mints) as mints, sum(volume_wei) as volume_wei
    from (
      select collection_id, 0 as minters, quantity as mints,
        quantity * price_wei as volume_wei
      from mints where time > ${since} and time <= ${until}
      union all
      select m.collection_id, 1, 0, 0 from minters m
      join collections c on c.id = m.collection_id and c.creator <> m.minter
      where m.last_mint_at > ${since} and m.last_mint_at <= ${until}
    ) as gone group by collection_id`
  await subtract(transaction, left)
  await transaction
    .insertInto('ranking_watermarks')
    .values({ time_window: window, since: until })
    .onConflict((row) => row.column('time_window').doUpdateSet({ since: until }))
    .execute()
  return until >= goal ? 'there' : 'under way'
}

/** Leaves the window to the next call. */
function skipWhenLocked(error: unknown): Moved {
  const LOCK_NOT_AVAILABLE = '55P03'
  if (errorCode(error) === LOCK_NOT_AVAILABLE) {
    return 'kept away'
  }
  throw error
}

/**
 * `change` has the counted columns; the lock keeps others from changing the same rows.
 */
async function subtract(transaction: Database, change: RawBuilder<unknown>) {
  await sql`
    with change as (${change}), rest as (
      select r.time_window, r.collection_id, r.minters - m.minters as minters,
        r.mints - m.mints as mints, r.volume_wei - m.volume_wei as volume_wei
      from collection_rankings r
        join change m using (time_window, collection_id)
      where ${isSettled(sql`r.chain_id`)}
    ), emptied as (
      delete from collection_rankings r using rest
      where r.time_window = rest.time_window and r.collection_id = rest.collection_id
        and rest.mints = 0
    )
    update collection_rankings r set
      minters = rest.minters, mints = rest.mints, volume_wei = rest.volume_wei
    from rest
    where r.time_window = rest.time_window and r.collection_id = rest.collection_id
      and rest.mints <> 0`.execute(transaction)
}

/** Selects what these mints add to each window, whose end is fixed by its mark. */
function changeBy(mints: RankedMint[]): RawBuilder<unknown> {
  return sql`
    select w.time_window, x.collection_id,
      sum(case when x.is_creator then 0
        else (x.time > w.since)::int - coalesce(x.previous_mint_at > w.since, false)::int
        end) as minters,
      sum(case when x.time > w.since then x.quantity else 0 end) as mints,
      sum(case when x.time > w.since then x.quantity * x.price_wei else 0 end) as volume_wei
    from (${marks}) as w cross join jsonb_to_recordset(${rows(mints)}) as x(
      collection_id uuid, is_creator boolean, quantity bigint, price_wei numeric,
      time timestamptz, previous_mint_at timestamptz)
    where x.time > w.since or x.previous_mint_at > w.since
    group by 1, 2`
}

const marks = sql`
  select k.time_window, coalesce(m.since, '-infinity') as since
  from (values ${sql.join(Object.keys(rankWindows).map((window) => sql`(${window})`))})
    as k(time_window) left join ranking_watermarks m using (time_window)`

/** Condition: the rankings of a chain are maintained, not deferred by a backfill. */
function isSettled(chainId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (
    select from chain_cursors s where s.chain_id = ${chainId} and not s.is_backfilled)`
}

/** Arbitrary lock number, the same in every process of one database. */
const RANKS_LOCK = 7_105_285
