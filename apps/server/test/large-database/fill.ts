import { type Kysely, sql } from 'kysely'
import { buildReadIndexes } from '../../src/areas/collections/queries/read-indexes.ts'
import { compactFacetCounts } from '../../src/areas/discovery/queries/list-filter.ts'
import { saveTrendingScores } from '../../src/areas/discovery/queries/trending.ts'
import { advanceOffers } from '../../src/areas/indexing/queries/prices.ts'
import {
  applyListings,
  rankWindows,
  rebuildRankings,
} from '../../src/areas/indexing/queries/rankings.ts'
import type { Database } from '../../src/database/database.ts'
import { fillLists, fillPrices, fillStats } from '../derived-tables.ts'
import { fillCollections } from './collections.ts'
import { blockSql, type ManyRows, manyChains, manyNow, now } from './columns.ts'
import { type Dropped, dropIndexes, makeIndexes } from './indexes.ts'
import { fillMints, fillTokens } from './mints.ts'
import { createSqlRandom } from './prng.ts'

type Progress = (step: string) => void

/**
 * Fills an empty, migrated database with collections, mints, tokens, holders and events,
 * deterministically for the same `rows`. Reports its progress.
 */
export async function fillMany(
  database: Database,
  rows: ManyRows,
  progress: Progress = () => {},
): Promise<void> {
  const dropped = await fillTables(database, rows, progress)
  await withPatience(database, async (connection) => {
    // Dead rows can only be vacuumed after the commit.
    await sql`vacuum full collection_rankings`.execute(connection)
    await orderCollections(connection)
    await makeIndexes(connection, dropped, progress)
  })
  await withPatience(database, (connection) => settle(connection, progress))
  await withPatience(database, async (connection) => {
    progress('tidying')
    await compactFacetCounts(connection)
    await sql`vacuum full collection_prices, collection_windows,
      collection_stats, collection_rankings, list_facet_counts`.execute(connection)
    if (rows.isAged) await age(connection)
    // Marks every row as visible and updates the planner's statistics.
    await sql`vacuum (analyze)`.execute(connection)
  })
}

/** Fills tables while their indexes are dropped, and returns the missing ones. */
function fillTables(
  database: Database,
  rows: ManyRows,
  progress: Progress,
): Promise<Dropped[]> {
  const random = createSqlRandom(rows.seed)
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local work_mem = '256MB'`.execute(transaction)
    // As a replica, so that foreign keys are not checked.
    await sql`set local session_replication_role = replica`.execute(transaction)
    const dropped = await dropIndexes(transaction)
    await insertChains(transaction)
    progress('mints')
    await fillMints(transaction, rows, random)
    progress('tokens and events')
    await fillTokens(transaction, rows, random)
    progress('collections')
    await fillCollections(transaction, rows, random)
    await sql`analyze mints, minters, collections, phases`.execute(transaction)
    await fillPrices(transaction)
    progress('ranks')
    for (const { id } of manyChains) await rebuildRankings(transaction, { chain_id: id })
    await sql`analyze collection_rankings`.execute(transaction)
    progress('lists')
    await fillDerived(transaction)
    return dropped
  })
}

/** Rows lie in the order in which an indexer writes them, then updated. */
async function orderCollections(database: Database): Promise<void> {
  await sql`create index collections_as_made on collections (created_at, id)`.execute(
    database,
  )
  await sql`cluster collections using collections_as_made`.execute(database)
  await sql`drop index collections_as_made`.execute(database)
}

/** Updates a tenth of the collections and their dependent rows. */
async function age(database: Database): Promise<void> {
  const { rows: beside } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'collection_id'
      and table_name like 'collection\\_%'`.execute(database)
  await sql`set session_replication_role = replica`.execute(database)
  await sql`
    update collections set updated_at = updated_at where hashtext(id::text) % 10 = 0`.execute(
    database,
  )
  for (const { name } of beside) {
    await sql`
      update ${sql.table(name)} set collection_id = collection_id
      where hashtext(collection_id::text) % 10 = 0`.execute(database)
  }
  await sql`reset session_replication_role`.execute(database)
}

/** Runs the product's jobs at once. */
async function settle(database: Database, progress: Progress): Promise<void> {
  progress('offers')
  while ((await advanceOffers(database, manyNow)) > 0) {}
  await applyListings(database)
  progress('scores')
  const rates = manyChains.map(({ id, usd_rate }) => ({
    chain_id: id,
    usd_per_wei: String((usd_rate ?? 0) / 1e18),
  }))
  await saveTrendingScores(database, rates, manyNow)
  progress('indexes of reads')
  await buildReadIndexes(database)
}

// biome-ignore lint/suspicious/noExplicitAny: written without the types of the tables
const fillDerived = async (database: Kysely<any>): Promise<void> => {
  await fillLists(database)
  await fillStats(database)
}

/** Blocks of the last minutes are not confirmed yet. */
async function insertChains(database: Database): Promise<void> {
  const ids = sql.join(manyChains.map(({ id }) => sql`(${id}::bigint)`))
  const block = blockSql(now)
  await sql`
    insert into chain_cursors (chain_id, genesis_hash, factory, block_number, block_hash,
      block_time, head_number, confirmed_number, is_backfilled, updated_at)
    select id, '0x', '0x', ${block}, '0x', ${now}, ${block}, ${block} - 50, true, ${now}
    from (values ${ids}) as chains(id)`.execute(database)
  for (const [name, length] of Object.entries(rankWindows)) {
    await database
      .insertInto('ranking_watermarks')
      .values({ time_window: name, since: new Date(manyNow.getTime() - length) })
      .execute()
  }
}

/** Runs work without the statement timeout. */
function withPatience(
  database: Database,
  work: (connection: Database) => Promise<void>,
): Promise<void> {
  return database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set maintenance_work_mem = '512MB'`.execute(connection)
    await work(connection)
    await sql`reset statement_timeout`.execute(connection)
    await sql`reset maintenance_work_mem`.execute(connection)
  })
}
