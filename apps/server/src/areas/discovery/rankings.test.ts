import * as fc from 'fast-check'
import { type CompiledQuery, Kysely, PostgresDialect, sql, type Updateable } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { isSoak, seedOr, share } from '../../../test/share.ts'
import { copyDatabase } from '../../../test/template.ts'
import {
  type Database,
  type OpenDatabase,
  openDatabase,
} from '../../database/database.ts'
import type { Tables } from '../../tables.ts'
import type { ListedChain } from '../collections/queries/listed-state.ts'
import {
  advanceWindows,
  applyListings,
  decrementRankings,
  incrementRankings,
  lockRankings,
  type RankedMint,
  rankWindows,
  rebuildRankings,
} from '../indexing/queries/rankings.ts'
import type { ListCriteria } from './queries/list-order.ts'
import { readList } from './queries/lists.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 0, 1)

/** Step of a history; ages are hours before `start`, indexes small numbers. */
type Step =
  | { kind: 'mint'; chain: 0 | 1; mints: Minted[] }
  | { kind: 'undo'; chain: 0 | 1; count: number }
  | { kind: 'move'; hours: number }
  | { kind: 'rebuild'; chain: 0 | 1; collection: number | null }
  | { kind: 'delete'; chain: 0 | 1; collection: number }
  | { kind: 'fall behind'; chain: 0 | 1; mints: Minted[] }
  | { kind: 'settle'; chain: 0 | 1 }
  | { kind: 'show'; chain: 0 | 1; collection: number; how: keyof typeof listings }

type Minted = {
  collection: number
  minter: number
  quantity: number
  price: number
  age: number
}

/** Change by people. */
const listings: Record<string, Updateable<Tables['collections']>> = {
  shown: { visibility: 'shown' },
  hidden: { visibility: 'hidden' },
  unlisted: { is_unlisted: true },
  opened: { is_unlisted: false, blocked_at: null, deleted_at: null },
  blocked: { blocked_at: new Date(start) },
  deleted: { deleted_at: new Date(start) },
  renamed: { symbol: 'OTHER' },
  minted: { minted: 7, unique_minters: 3, volume_wei: '12' },
}

const chainIds = [31_338, 123_420_001_114] as const

const minted = fc.record({
  collection: fc.nat(2),
  minter: fc.nat(3),
  quantity: fc.integer({ min: 1, max: 3 }),
  price: fc.nat(2),
  age: fc.integer({ min: -2, max: 800 }),
})
const onChain = { chain: fc.constantFrom(0 as const, 1 as const) }
const mints = fc.array(minted, { minLength: 1, maxLength: 8 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('mint'), ...onChain, mints }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('undo'),
      ...onChain,
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      hours: fc.integer({ min: -30, max: 900 }),
    }),
  },
  fc.record({
    kind: fc.constant('rebuild'),
    ...onChain,
    collection: fc.option(fc.nat(2)),
  }),
  fc.record({ kind: fc.constant('delete'), ...onChain, collection: fc.nat(2) }),
  fc.record({ kind: fc.constant('fall behind'), ...onChain, mints }),
  fc.record({ kind: fc.constant('settle'), ...onChain }),
  fc.record({
    kind: fc.constant('show'),
    ...onChain,
    collection: fc.nat(2),
    how: fc.constantFrom(...Object.keys(listings)),
  }),
)

let server: TestServer
/** Own database, because a test here drops tables. */
let url: string
let opened: OpenDatabase
beforeAll(async () => {
  server = await testServer()
  url = await copyDatabase()
  opened = await openDatabase({ url })
})
afterAll(async () => {
  await opened.close()
  await server.close()
})

test('rankings equal a plain count, for any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await forget(server.database)
      const indexer = new Map(
        chainIds.map((id) => [id, createIndexer(server.database, id)] as const),
      )
      for (const one of steps) {
        await play(server.database, one, (chain) => {
          const found = indexer.get(chainIds[chain])
          if (!found) throw new Error('there is no such chain')
          return found
        })
        await expectExact(server.database)
      }
      for (const one of indexer.values()) await one.settle()
      await expectExact(server.database)
    }),
    { numRuns: share(5, 200), seed: seedOr(4) },
  )
}, 60_000)

test('several indexers and two concurrent jobs keep every ranking exact', async () => {
  const { database } = opened
  await forget(database)
  // A rebuild would repair earlier errors, so the second half runs without.
  const healing = ['rebuild', 'fall behind', 'settle']
  const count = share(120, 800)
  const random = fc.sample(step, { numRuns: count, seed: seedOr(11) })
  const mixed = Math.floor(count * 0.4)
  const perChain = (chain: 0 | 1) => [
    ...random.slice(0, mixed).filter((one) => 'chain' in one && one.chain === chain),
    { kind: 'settle' as const, chain },
    ...random
      .slice(mixed)
      .filter(
        (one) => 'chain' in one && one.chain === chain && !healing.includes(one.kind),
      ),
  ]
  const histories = [perChain(0), perChain(1)] as const
  const steps = histories[0].length + histories[1].length
  let played = 0
  const follow = async (chain: 0 | 1) => {
    const indexer = createIndexer(database, chainIds[chain])
    for (const one of histories[chain]) {
      await play(database, one, () => indexer)
      played += 1
    }
  }
  let moves = 0
  const job = async () => {
    while (played < steps) {
      // From 35 days before to a week after, sometimes a step back.
      const hours = -840 + (played / steps) * 1000 - (moves % 5 === 4 ? 48 : 0)
      await advanceWindows(database, new Date(start + Math.round(hours) * HOUR), 7)
      moves += 1
    }
  }
  await Promise.all([follow(0), follow(1), job(), job()])
  expect(moves).toBeGreaterThan(10)
  await applyListings(database)
  expect((await listRanks(database)).length).toBeGreaterThan(0)
  await expectExact(database)
}, 60_000)

test('hiding a collection does not wait for a count, nor the reverse', async () => {
  const { database } = opened
  await forget(database)
  const indexer = createIndexer(database, chainIds[0])
  const places = [0, 1, 2]
  const mint = (collection: number) => ({
    collection,
    minter: 1,
    quantity: 1,
    price: 1,
    age: 0,
  })
  await indexer.mint(places.map(mint))
  await database.transaction().execute(async (counting) => {
    await rebuildRankings(counting, { chain_id: chainIds[0] })
    // A second connection while the counting transaction is open.
    await database.transaction().execute(async (hiding) => {
      await sql`set local lock_timeout = '100ms'`.execute(hiding)
      await hiding
        .updateTable('collections')
        .set({ visibility: 'hidden' })
        .where('id', '=', idOf(chainIds[0], 1))
        .execute()
    })
    // The job does not wait long either: it runs again later.
    await applyListings(database)
    await rebuildRankings(counting, { chain_id: chainIds[0] })
  })
  await applyListings(database)
  await expectExact(database)
  const { rows } = await sql`select from listing_outbox`.execute(database)
  expect(rows).toEqual([])
})

async function play(
  database: Database,
  one: Step,
  indexerForChain: (chain: 0 | 1) => TestIndexer,
): Promise<void> {
  switch (one.kind) {
    case 'mint':
      return indexerForChain(one.chain).mint(one.mints)
    case 'fall behind':
      return indexerForChain(one.chain).fallBehind(one.mints)
    case 'undo':
      return indexerForChain(one.chain).undo(one.count)
    case 'settle':
      return indexerForChain(one.chain).settle()
    case 'rebuild':
      return indexerForChain(one.chain).rebuild(one.collection)
    case 'delete':
      return indexerForChain(one.chain).remove(one.collection)
    case 'show':
      await database
        .updateTable('collections')
        .set(listings[one.how] ?? {})
        .where('id', '=', idOf(chainIds[one.chain], one.collection))
        .execute()
      return applyListings(database)
    case 'move':
      return advanceWindows(database, new Date(start + one.hours * HOUR), 3)
  }
}

type TestIndexer = ReturnType<typeof createIndexer>

/** Writes mints, minters and rankings of one chain together, as the projection does. */
function createIndexer(database: Database, chainId: number) {
  const creator = walletOf(0)
  let written: (RankedMint & { minter: string; log_index: number })[] = []
  let logIndex = 0
  const collectionOf = async (transaction: Database, place: number) => {
    const id = idOf(chainId, place)
    const row = {
      ...collectionRow({ chain_id: chainId, address: addressOf(id), owner: creator }),
      id,
      created_at: new Date(start - place * HOUR),
    }
    await transaction
      .insertInto('collections')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return id
  }
  const write = async (transaction: Database, mint: Minted) => {
    const collection_id = await collectionOf(transaction, mint.collection)
    const minter = walletOf(mint.minter)
    const previous = written.findLast(
      (one) => one.collection_id === collection_id && one.minter === minter,
    )
    const row = {
      collection_id,
      minter,
      quantity: mint.quantity,
      price_wei: String(mint.price * 10 ** 15),
      time: new Date(start - mint.age * HOUR),
      log_index: logIndex++,
    }
    const { time: last_mint_at, quantity } = row
    await transaction
      .insertInto('mints')
      .values({
        ...row,
        chain_id: chainId,
        block_number: 1,
        phase_id: 255,
        referrer: null,
        tx_hash: '0x',
      })
      .execute()
    await transaction
      .insertInto('minters')
      .values({ collection_id, minter, quantity, last_mint_at })
      .onConflict((conflict) =>
        conflict.columns(['collection_id', 'minter']).doUpdateSet({ last_mint_at }),
      )
      .execute()
    const ranked = {
      ...row,
      is_creator: minter === creator,
      previous_mint_at: previous?.time ?? null,
    }
    written.push(ranked)
    return ranked
  }
  const setSettled = (transaction: Database, is_backfilled: boolean) => {
    const cursor = {
      chain_id: chainId,
      genesis_hash: '0x',
      factory: '0x',
      block_number: 1,
      block_hash: '0x',
      block_time: new Date(start),
      head_number: 1,
      is_backfilled,
      updated_at: new Date(start),
    }
    return transaction
      .insertInto('chain_cursors')
      .values(cursor)
      .onConflict((conflict) =>
        conflict.column('chain_id').doUpdateSet({ is_backfilled }),
      )
      .execute()
  }
  const changed = (change: (transaction: Database) => Promise<void>) =>
    database.transaction().execute(change)

  return {
    mint: (mints: Minted[]) =>
      changed(async (transaction) => {
        const batch: RankedMint[] = []
        for (const mint of mints) batch.push(await write(transaction, mint))
        await incrementRankings(transaction, batch)
      }),
    fallBehind: (mints: Minted[]) =>
      changed(async (transaction) => {
        for (const mint of mints) await write(transaction, mint)
        await setSettled(transaction, false)
      }),
    settle: () =>
      changed(async (transaction) => {
        await rebuildRankings(transaction, { chain_id: chainId })
        await setSettled(transaction, true)
      }),
    undo: (count: number) =>
      changed(async (transaction) => {
        const undone = written.splice(-count)
        for (const {
          collection_id,
          minter,
          previous_mint_at,
          ...mint
        } of undone.toReversed()) {
          await transaction
            .deleteFrom('mints')
            .where('chain_id', '=', chainId)
            .where('log_index', '=', mint.log_index)
            .execute()
          const row = sql`collection_id = ${collection_id} and minter = ${minter}`
          await (previous_mint_at
            ? sql`update minters set last_mint_at = ${previous_mint_at} where ${row}`
            : sql`delete from minters where ${row}`
          ).execute(transaction)
        }
        await decrementRankings(transaction, undone)
      }),
    rebuild: (place: number | null) =>
      changed((transaction) =>
        rebuildRankings(
          transaction,
          place === null
            ? { chain_id: chainId }
            : { collection_id: idOf(chainId, place) },
        ),
      ),
    remove: (place: number) =>
      changed(async (transaction) => {
        const id = idOf(chainId, place)
        await lockRankings(transaction)
        await transaction.deleteFrom('collections').where('id', '=', id).execute()
        written = written.filter(({ collection_id }) => collection_id !== id)
      }),
  }
}

function idOf(chainId: number, place: number): string {
  return `00000000-0000-4000-8000-${String(chainId + place).padStart(12, '0')}`
}

function addressOf(id: string): string {
  return `0x${id.replaceAll('-', '').padStart(40, '0')}`
}

function walletOf(place: number): string {
  return `0x${String(place).padStart(40, '0')}`
}

async function forget(database: Database): Promise<void> {
  for (const table of ['collections', 'chain_cursors', 'ranking_watermarks'] as const) {
    await database.deleteFrom(table).execute()
  }
}

function listRanks(database: Database) {
  return database
    .selectFrom('collection_rankings')
    .selectAll()
    .orderBy('collection_id')
    .orderBy('time_window')
    .execute()
}

/** Compares the table with a recount of the rows. */
async function expectExact(database: Database): Promise<void> {
  await expectKept(database)
  const [mints, minters, marks, collections, behind, ranks] = await Promise.all([
    database.selectFrom('mints').selectAll().execute(),
    database.selectFrom('minters').selectAll().execute(),
    database.selectFrom('ranking_watermarks').selectAll().execute(),
    database.selectFrom('collections').selectAll().execute(),
    database
      .selectFrom('chain_cursors')
      .where('is_backfilled', '=', false)
      .select('chain_id')
      .execute(),
    database.selectFrom('collection_rankings').selectAll().execute(),
  ])
  const isBehind = (chainId: number) =>
    behind.some(({ chain_id }) => chain_id === chainId)
  const expected: Record<string, unknown> = {}
  for (const window of Object.keys(rankWindows)) {
    const mark = marks.find(({ time_window }) => time_window === window)
    const since = mark?.since.getTime() ?? Number.NEGATIVE_INFINITY
    for (const { id, chain_id, created_at, creator, is_listed } of collections) {
      if (isBehind(chain_id)) continue
      const within = mints.filter(
        (one) => one.collection_id === id && one.time.getTime() > since,
      )
      if (within.length === 0) continue
      const met = minters.filter(
        (one) =>
          one.collection_id === id &&
          one.minter !== creator &&
          one.last_mint_at.getTime() > since,
      )
      expected[`${window} ${id}`] = {
        chain_id,
        created_at,
        is_listed,
        minters: met.length,
        mints: within.reduce((sum, { quantity }) => sum + quantity, 0),
        volume_wei: within
          .reduce((sum, one) => sum + BigInt(one.price_wei) * BigInt(one.quantity), 0n)
          .toString(),
      }
    }
  }
  // While a chain lags, its rankings are old but never impossible.
  for (const { mints, minters } of ranks) {
    expect([mints > 0, minters >= 0]).toEqual([true, true])
  }
  const found = ranks
    .filter(({ chain_id }) => !isBehind(chain_id))
    .map(({ time_window, collection_id, facet: _, kind: __, ...row }) => [
      `${time_window} ${collection_id}`,
      row,
    ])
  expect(Object.fromEntries(found)).toEqual(expected)
}

/** Compares trigger-maintained columns with their source. */
async function expectKept(database: Database): Promise<void> {
  const places = await sql`
    select p.collection_id, p.chain_id, p.created_at, p.is_listed, p.windows
    from collection_windows p order by 1`.execute(database)
  const expected = await sql`
    select c.id as collection_id, c.chain_id, c.created_at, c.is_listed,
      (select count(*) from collection_rankings r where r.collection_id = c.id)::int2 as windows
    from collections c order by 1`.execute(database)
  expect(places.rows).toEqual(expected.rows)
  const totals = await sql`
    select collection_id, chain_id, created_at, is_listed, creator, minted, unique_minters,
      volume_wei, search_text from collection_stats order by 1`.execute(database)
  const collections = await sql`
    select id as collection_id, chain_id, created_at, is_listed, creator, minted,
      unique_minters, volume_wei, search_text from collections order by 1`.execute(
    database,
  )
  expect(totals.rows).toEqual(collections.rows)
  for (const table of ['rankings', 'stats', 'windows']) {
    const wrong = await sql`
      select t.collection_id, t.facet, p.facet as kept from ${sql.table(`collection_${table}`)} t
      join collection_prices p using (collection_id)
      join collections c on c.id = t.collection_id
      where (t.facet, t.kind) <> (p.facet, number_of_kind(c.kind))`.execute(database)
    expect(wrong.rows, table).toEqual([])
  }
  const facetCounts = await sql`
    select chain_id, facet, kind, sum(change)::bigint as total from list_facet_counts
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3`.execute(database)
  const facets = await sql`
    select chain_id, facet, kind, count(*) as total from collection_prices where is_listed
    group by 1, 2, 3 order by 1, 2, 3`.execute(database)
  expect(facetCounts.rows).toEqual(facets.rows)
  const counts = await sql`
    select chain_id, sum(change)::bigint as total from list_counts group by 1
    having sum(change) <> 0 order by 1`.execute(database)
  const counted = await sql`
    select chain_id, count(*) as total from collections where is_listed group by 1
    order by 1`.execute(database)
  expect(counts.rows).toEqual(counted.rows)
  // Longer windows contain the shorter ones, so a number identifies them.
  const gaps = await sql`
    select from collection_rankings r where time_window = '1h' and not exists (
      select from collection_rankings l
      where l.collection_id = r.collection_id and l.time_window = '30d')`.execute(
    database,
  )
  expect(gaps.rows).toEqual([])
}

describe('lists of a window', () => {
  const rated: ListedChain = { id: 1, usdPerWei: '0.000000000000003', confirmations: 0 }
  const cheap: ListedChain = { id: 2, usdPerWei: '0.000000000000001', confirmations: 0 }
  const unrated: ListedChain = { id: 3, usdPerWei: null, confirmations: 0 }
  const all = [rated, cheap, unrated]
  const sorts = ['popular', 'minted', 'volume'] as const
  const now = new Date(start)

  beforeAll(async () => {
    await forget(opened.database)
    await fill(opened.database, share(1500, 3000), share(12_000, 30_000))
    await advanceWindows(opened.database, now, 20_000)
    await sql`vacuum analyze`.execute(opened.database)
  }, 60_000)

  test('have the order of a full scan of the mints', async () => {
    const few = [all, [unrated]]
    for (const chains of isSoak ? [...few, [rated], [rated, unrated]] : few) {
      for (const window of ['1h', '24h', '30d'] as const) {
        for (const sort of sorts) {
          const criteria: ListCriteria = { chains, sort, window, now }
          const expected = await scan(opened.database, criteria)
          const found = []
          for (const [limit, offset] of pagesOf(expected.length)) {
            found.push(...(await listIds(opened.database, criteria, limit, offset)))
          }
          expect(found, `${sort} ${window}`).toEqual(expected)
        }
      }
    }
  })

  test('are read from the rankings page by page, never from the mints', async () => {
    const asked: CompiledQuery[] = []
    const pool = new pg.Pool({ connectionString: url })
    const database = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => {
        asked.push(query)
      },
    })
    for (const chains of [all, [rated]]) {
      for (const window of ['24h', '30d'] as const) {
        for (const sort of sorts) {
          await listIds(database, { chains, sort, window, now }, 24, 24)
        }
      }
    }
    const queries = asked.splice(0).filter(({ sql: text }) => /^[\s(]*select/.test(text))
    expect(queries.length).toBeGreaterThanOrEqual(12)
    for (const { sql: text, parameters } of queries) {
      const explained = await pool.query(
        `explain (analyze, buffers, format json) ${text}`,
        [...parameters],
      )
      const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0]
      expect(relationsIn(plan)).not.toContain('mints')
      expect(relationsIn(plan)).not.toContain('minters')
      // Two pages of 24 from at most three chains, few of all collections.
      const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      expect(pages, JSON.stringify(plan)).toBeLessThan(48 * 6 * 3)
    }
    await database.destroy()
  })
})

async function listIds(
  database: Database,
  criteria: ListCriteria,
  limit: number,
  skipped: number,
): Promise<string[]> {
  const rows = await readList(database, criteria, { skipped }, limit)
  return rows.map(({ id }) => id)
}

/**
 * Uneven on purpose: some collections have many mints, half have none, and ties are
 * common.
 */
async function fill(database: Database, collections: number, mints: number) {
  await sql`
    insert into collections (id, chain_id, address, kind, name, symbol, creator, owner,
      mint_fee_wei, royalty_bps, royalty_ceiling_bps, notice_seconds, is_transferable,
      created_at, created_block, created_tx, minted)
    select md5(i::text)::uuid, 1 + i % 3, '0x' || i, 'drop', 'Row', 'ROW', '0x0', '0x0',
      0, 0, 0, 0, true, ${new Date(start)}::timestamptz - make_interval(hours => i % 700),
      1, '0x', i % 7
    from generate_series(1, ${collections}) as i`.execute(database)
  await sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, tx_hash, time)
    select 1 + c % 3, 1, i, md5(c::text)::uuid, '0x' || i * 31 % 97, 255, 1 + i % 3,
      (i % 4) * 1000000000000000, '0x',
      ${new Date(start)}::timestamptz - make_interval(mins => i * 7919 % 60000)
    from generate_series(1, ${mints}) as i
    cross join lateral (
      select 1 + floor(${collections} / 2 * power((i * 7907 % 10007) / 10007.0, 4))::int as c
    ) as chosen`.execute(database)
  await sql`
    insert into minters (collection_id, minter, quantity, last_mint_at)
    select collection_id, minter, sum(quantity), max(time) from mints group by 1, 2`.execute(
    database,
  )
  for (const chain_id of [1, 2, 3]) {
    await database
      .transaction()
      .execute((transaction) => rebuildRankings(transaction, { chain_id }))
  }
}

/** The same list, counted from all mints. */
async function scan(
  database: Database,
  { chains, sort, window, now }: ListCriteria,
): Promise<string[]> {
  if (!window) throw new Error('a scan is of a window')
  const since = new Date(now.getTime() - rankWindows[window])
  const rates = chains.map(({ id, usdPerWei }) => ({ id, usd: usdPerWei }))
  const order = {
    popular: sql`coalesce(p.minters, 0) desc, coalesce(w.mints, 0) desc`,
    minted: sql`coalesce(w.mints, 0) desc`,
    volume: sql`coalesce(w.volume_wei, 0) * k.usd desc nulls last`,
  }
  if (sort !== 'popular' && sort !== 'minted' && sort !== 'volume') {
    throw new Error(`${sort} counts no mints`)
  }
  const found = await sql<{ id: string }>`
    select c.id from collections c
    join jsonb_to_recordset(${JSON.stringify(rates)}::text::jsonb) as k(id bigint, usd numeric)
      on k.id = c.chain_id
    left join (
      select collection_id, sum(quantity) as mints, sum(quantity * price_wei) as volume_wei
      from mints where time > ${since} group by 1) w on w.collection_id = c.id
    left join (
      select m.collection_id, count(*) as minters from minters m
      join collections o on o.id = m.collection_id and o.creator <> m.minter
      where m.last_mint_at > ${since} group by 1) p on p.collection_id = c.id
    order by ${order[sort]}, c.created_at desc, c.id desc`.execute(database)
  return found.rows.map(({ id }) => id)
}

/** Pages of several sizes that cover a list, so that they begin and end anywhere. */
function pagesOf(length: number): [limit: number, offset: number][] {
  const pages: [number, number][] = []
  for (let offset = 0; offset < length; ) {
    const limit = [24, 400, 7, 900][pages.length % 4] ?? 24
    pages.push([limit, offset])
    offset += limit
  }
  return pages
}

type Plan = { 'Relation Name'?: string; Plans?: Plan[] }

function relationsIn({ 'Relation Name': name, Plans: plans = [] }: Plan): string[] {
  return [...(name ? [name] : []), ...plans.flatMap(relationsIn)]
}
