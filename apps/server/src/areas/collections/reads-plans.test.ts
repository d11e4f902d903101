import {
  type Activity,
  activityTypes,
  changeKinds,
} from '@platemark/api/collection-reads'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase } from '../../../test/template.ts'
import {
  type Database,
  type OpenDatabase,
  openDatabase,
} from '../../database/database.ts'
import type { Tables } from '../../tables.ts'
import { activityFilter } from './activity.ts'
import {
  type EventCursor,
  findBurn,
  findEventCursor,
  listEvents,
} from './queries/activity.ts'
import { findLastEvent, findManifestHash, listMilestones } from './queries/collections.ts'
import {
  countCreated,
  findFirstMint,
  listActivityRows,
  sumHeld,
} from './queries/collector.ts'
import { findCommitment } from './queries/commitment.ts'
import { findHolder, listHolderRows, readHolderSpread } from './queries/holders.ts'
import { findToken } from './queries/one-token.ts'
import {
  findNextCollectionId,
  listOwnTokens,
  type OwnTokenCursor,
} from './queries/own-tokens.ts'
import { buildReadIndexes } from './queries/read-indexes.ts'
import { findTokenId, listTokenRows } from './queries/tokens.ts'

const PAGE = 25
const DEEP = 9_984
/** Rows of each kind in the large collection, and the number of other collections. */
const ROWS = 30_000
const COLLECTIONS = 3_000
const AIRDROP_BLOCK = ROWS * 5 + 30

let opened: OpenDatabase
let pool: pg.Pool
let asking: Kysely<Tables>
let asked: CompiledQuery[]

beforeAll(async () => {
  const url = await copyDatabase()
  opened = await openDatabase({ url })
  await fill(opened.database)
  await buildReadIndexes(opened.database)
  await vacuum(opened.database)
  pool = new pg.Pool({ connectionString: url })
  asked = []
  asking = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  })
}, 120_000)
afterAll(async () => {
  await asking.destroy()
  await opened.close()
})

const tokenKinds = ['mint', 'airdrop', 'transfer', 'burn']
/** Token that was transferred often. */
const TRAVELLER = 4_711

/** One large collection, and many others. */
const large = '00000000-0000-4000-8000-000000000001'
const whale = '0xwhale'
const collector = '0xcollector'
/**
 * Account that received something from all collections but the large one, in one block.
 */
const receiver = '0xreceiver'
const listed = [{ id: 1, usdPerWei: null, confirmations: 3 }]

const place = { block_number: ROWS * 1.5, log_index: 0 }
const half = { quantity: 1, owner: '0x5000' }
const own = async (database: Database, owner: string, from?: OwnTokenCursor) => {
  const before = await findNextCollectionId(database, owner, from, 200)
  return listOwnTokens(database, listed, owner, { from, before }, PAGE)
}
const events = (type?: Activity['type'], from?: EventCursor) => (database: Database) =>
  listEvents(database, large, activityFilter(type), from, PAGE)

const tokens =
  (order: 'oldest' | 'newest', from?: number, owner?: string) => (database: Database) =>
    listTokenRows(database, { collectionId: large, owner, order }, from, PAGE)

const pages: Record<string, (database: Database) => Promise<readonly unknown[]>> = {
  'the first holders': (database) =>
    listHolderRows(database, { id: large, chain_id: 31_337 }, undefined, {
      limit: PAGE,
      isNamed: true,
    }),
  'holders from a place': (database) =>
    listHolderRows(database, { id: large, chain_id: 31_337 }, half, {
      limit: PAGE,
      isNamed: true,
    }),
  ...Object.fromEntries(
    (['oldest', 'newest'] as const).flatMap((order) => [
      [`the ${order} tokens`, tokens(order)],
      [`the ${order} tokens from a place`, tokens(order, ROWS / 2)],
      [`the ${order} tokens of an owner`, tokens(order, undefined, whale)],
      [`the ${order} tokens of an owner from a place`, tokens(order, ROWS / 2, whale)],
    ]),
  ),
  'what happened to a token': (database) =>
    listEvents(
      database,
      large,
      { kinds: tokenKinds, tokenId: TRAVELLER },
      undefined,
      PAGE,
    ),
  'what happened to a token from a place': (database) =>
    listEvents(
      database,
      large,
      { kinds: tokenKinds, tokenId: TRAVELLER },
      { block_number: ROWS * 4 + 30, log_index: 0 },
      PAGE,
    ),
  'tokens of an owner anywhere': (database) => own(database, whale),
  'tokens of an owner anywhere from a place': (database) =>
    own(database, whale, { collection_id: large, token_id: ROWS / 2 }),
  'all activity': events(),
  'activity from a place': events(undefined, place),
  changes: (database) => listEvents(database, large, 'changes', undefined, PAGE),
  'changes from a place': (database) =>
    listEvents(database, large, 'changes', place, PAGE),
  ...Object.fromEntries(
    activityTypes
      .filter((type) => type !== 'created')
      .flatMap((type) => [
        [`activity of type ${type}`, events(type)],
        [`activity of type ${type} from a place`, events(type, place)],
      ]),
  ),
}

test.each(Object.entries(pages))(
  '%s: read by indexes only, at most 6 pages a row',
  async (_, read) => {
    const rows = await read(asking)
    expect(rows.length).toBeGreaterThanOrEqual(PAGE)
    const { scans, touched, plans } = await explained()
    expect(scans).toEqual([])
    expect(touched / rows.length, plans).toBeLessThanOrEqual(6)
  },
)

test.each([
  ['the first', undefined],
  ['later', { collection_id: '80000000-0000-4000-8000-000000000000', token_id: 0 }],
])(
  '%s tokens of an owner, each of another collection: at most 6 pages for each of its four rows',
  async (_, from) => {
    const rows = await own(asking, collector, from)
    expect(rows.length).toBe(PAGE)
    const { scans, touched, plans } = await explained()
    expect(scans).toEqual([])
    expect(touched / rows.length / 4, plans).toBeLessThanOrEqual(6)
  },
)

/** Cursor on the single chain, whose blocks are one second apart. */
const inMidst = (block_number: number, log_index: number) => {
  const time = new Date(Date.parse('2026-01-01T00:00:00Z') + 1000 * block_number)
  return { time, chain_id: 1, block_number, log_index }
}
const inAirdrop = inMidst(AIRDROP_BLOCK, COLLECTIONS / 2)

test.each([
  ['the newest', collector, undefined, PAGE],
  ['from a place on', collector, inMidst(91_800, 0), PAGE],
  ['in the midst of thousands of one second', receiver, inAirdrop, PAGE],
  ['the newest of who created thousands', '0x0', undefined, PAGE],
  ['from a creation on', '0x0', inMidst(60 * 2000, 0), PAGE],
])(
  '%s of what an account did and got: at most 6 pages for each of its four rows',
  async (_, account, after, limit) => {
    const rows = await listActivityRows(
      asking,
      listed,
      account,
      { after, creates: true },
      limit,
    )
    expect(rows.length).toBe(limit)
    const { scans, touched, plans } = await explained()
    expect(scans).toEqual([])
    expect(touched / rows.length / 4, plans).toBeLessThanOrEqual(6)
  },
)

test('scans of possibly unlisted rows take at most 6 pages a row', async () => {
  const span = { after: inAirdrop, creates: true }
  const rows = await listActivityRows(asking, listed, receiver, span, 201)
  expect(rows.length).toBe(201)
  const { touched, plans } = await explained()
  expect(touched / rows.length, plans).toBeLessThanOrEqual(6)
})

test.each([
  ['first mint', () => findFirstMint(asking, listed, collector, 200), 1_000],
  ['collections', () => countCreated(asking, listed, collector, 500), 20],
  ['holdings', () => sumHeld(asking, listed, collector, 500), 2_600],
])(
  'the %s of an account are found by indexes, in bounded pages',
  async (_, find, most) => {
    await find()
    const { scans, touched, plans } = await explained()
    expect(scans).toEqual([])
    expect(touched, plans).toBeLessThanOrEqual(most)
  },
)

const all = { collectionId: large, owner: undefined, order: 'oldest' } as const

const places: Record<string, (database: Database) => Promise<unknown>> = {
  holders: (database) => findHolder(database, large, DEEP),
  tokens: (database) => findTokenId(database, all, DEEP),
  'tokens of an owner': (database) =>
    findTokenId(database, { ...all, owner: whale }, DEEP),
  'the newest tokens': (database) =>
    findTokenId(database, { ...all, order: 'newest' }, DEEP),
  activity: (database) => findEventCursor(database, large, 'all', DEEP),
  transfers: (database) =>
    findEventCursor(database, large, activityFilter('transfer'), DEEP),
}

test.each(Object.entries(places))(
  'a deep page of %s is found by its index alone, in at most 200 pages',
  async (_, find) => {
    expect(await find(asking)).toBeDefined()
    const { scans, touched } = await explained()
    expect(scans).toEqual([])
    expect(touched).toBeLessThanOrEqual(200)
  },
)

test.each([
  ['with its neighbours', () => findToken(asking, large, ROWS / 2)],
  ['that was moved often', () => findBurn(asking, large, TRAVELLER)],
  ['and what its collection committed to', () => findCommitment(asking, large)],
])('a token %s is found by indexes only, in at most 60 pages', async (_, find) => {
  await find()
  const { scans, touched, plans } = await explained()
  expect(scans).toEqual([])
  expect(touched, plans).toBeLessThanOrEqual(60)
})

test('commitments are found without scanning events of third parties', async () => {
  const found = await listMilestones(asking, large)
  const { scans, touched } = await explained()
  expect(scans).toEqual([])
  expect(touched / found.length).toBeLessThanOrEqual(6)
})

test.each(['metadata_frozen', 'revealed'] as const)(
  'the hash that %s names is found by the index of kinds alone',
  async (kind) => {
    await findManifestHash(asking, large, kind)
    const { scans, touched } = await explained()
    expect(scans).toEqual([])
    expect(touched).toBeLessThanOrEqual(10)
  },
)

test.each(['pause_changed', 'mint'] as const)(
  'the last %s of a collection is found by the index of kinds alone',
  async (kind) => {
    await findLastEvent(asking, large, kind)
    const { scans, touched } = await explained()
    expect(scans).toEqual([])
    expect(touched).toBeLessThanOrEqual(10)
  },
)

test('the spread of holders takes at most 60 pages, however many counts there are', async () => {
  const spread = await readHolderSpread(asking, { id: large, chain_id: 1 })
  expect([spread.largest.length, spread.least.length]).toEqual([1000, 1000])
  const { scans, touched, plans } = await explained()
  expect(scans).toEqual([])
  expect(touched, plans).toBeLessThanOrEqual(60)
})

/** Marks every row as visible to all, which another process can delay. */
async function vacuum(database: Database): Promise<void> {
  for (let left = 20; left > 0; left -= 1) {
    await sql`vacuum analyze`.execute(database)
    const { rows } = await sql`
      select from pg_class where relname in ('holdings', 'tokens', 'events')
        and relallvisible < relpages`.execute(database)
    if (rows.length === 0) return
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error('Rows are not known to be visible.')
}

/** One large collection, and others with some rows each. */
async function fill(database: Database): Promise<void> {
  await database.connection().execute(async (session) => {
    await sql`set statement_timeout = 0`.execute(session)
    await fillCollections(session)
    await fillHeld(session)
    await fillCounts(session)
    await fillAccounts(session)
    await fillEvents(session)
    await sql`reset statement_timeout`.execute(session)
  })
}

async function fillCollections(database: Database): Promise<void> {
  await sql`
    insert into chain_cursors (chain_id, genesis_hash, factory, block_number, block_hash,
      block_time, head_number, updated_at, confirmed_number)
    values (1, '0x', '0x', 9, '0x', now(), 9, now(), 9)`.execute(database)
  await sql`
    insert into collections (id, chain_id, address, kind, name, symbol, creator, owner,
      mint_fee_wei, royalty_bps, royalty_ceiling_bps, notice_seconds, is_transferable,
      created_at, created_block, created_tx)
    select case when i = 1 then ${large}::uuid else md5(i::text)::uuid end, 1, '0x' || i,
      'drop', 'Row', 'ROW', '0x0', '0x0', 0, 0, 0, 0, true,
      timestamptz '2026-01-01' + make_interval(mins => i), 1, '0x'
    from generate_series(1, ${COLLECTIONS}::integer) as i`.execute(database)
}

/** As many counts as the large collection may have, and one of each other. */
async function fillCounts(database: Database): Promise<void> {
  await sql`update chain_cursors set is_backfilled = true`.execute(database)
  await sql`
    insert into holder_counts (collection_id, quantity, holders)
    select ${large}::uuid, i, 1 from generate_series(1, ${ROWS}::integer) as i
    union all
    select id, 1, 1 from collections where id <> ${large}::uuid`.execute(database)
}

/**
 * Every second holder has an account, and every second account is blocked: small tables
 * are scanned whole.
 */
async function fillAccounts(database: Database): Promise<void> {
  await sql`
    insert into users (address, account_kind, username)
    select '0x' || i * 2, 'key', 'user_' || i
      from generate_series(1, ${ROWS}::integer / 2) as i`.execute(database)
  await sql`
    insert into blocked_creators (address, reason, category, blocked_by, blocked_at)
    select '0x' || i * 4, 'Copies.', 'copy', 'olga', now()
      from generate_series(1, ${ROWS}::integer / 4) as i`.execute(database)
}

/**
 * A third of the large collection belongs to the whale, the first token of every other to
 * the collector.
 */
async function fillHeld(database: Database): Promise<void> {
  await sql`
    insert into holdings (collection_id, owner, quantity)
    select ${large}::uuid, '0x' || i, 1 + (i % 100) / 90
      from generate_series(1, ${ROWS}::integer) as i
    union all select ${large}::uuid, ${whale}, ${ROWS}::integer / 3
    union all select md5(i::text)::uuid, case when j = 1 then ${collector} else '0x' || j end, 1
      from generate_series(2, ${COLLECTIONS}::integer) as i, generate_series(1, 8) as j
  `.execute(database)
  await sql`
    insert into tokens (collection_id, token_id, owner)
    select ${large}::uuid, i, case when i % 3 = 0 then ${whale} else '0x' || i end
      from generate_series(1, ${ROWS}::integer) as i
    union all select md5(i::text)::uuid, j, case when j = 1 then ${collector} else '0x' || j end
      from generate_series(2, ${COLLECTIONS}::integer) as i, generate_series(1, 8) as j
  `.execute(database)
}

/** Mints first, then as many transfers; rarer kinds lie between the mints. */
async function fillEvents(database: Database): Promise<void> {
  const previous = { phases: [[255, { starts_at: '1', ends_at: '2', price_wei: '1' }]] }
  const priced = JSON.stringify({ end: 9, price_wei: '2' })
  const rare = ['airdrop', 'burn', 'withdrawal', ...changeKinds, 'public_phase_changed']
  const data = rare.map((_, place) =>
    place === rare.length - 1 ? priced : '{"payees": []}',
  )
  await sql`
    insert into events (chain_id, block_number, log_index, collection_id, kind, data, previous,
      tx_hash, time)
    select 1, e.block, e.place, e.collection_id, e.kind, e.data,
      case when e.data ? 'price_wei' then ${JSON.stringify(previous)}::text::jsonb end,
      '0x', timestamptz '2026-01-01' + make_interval(secs => e.block)
    from (
      select i as block, 0 as place, ${large}::uuid as collection_id, 'mint' as kind,
        jsonb_build_object('first_token_id', i::text, 'quantity', 1) as data
      from generate_series(1, ${ROWS}::integer) as i
      union all select ${ROWS}::integer + i, 0, ${large}::uuid, 'transfer',
        jsonb_build_object('token_id', i::text, 'from', '0x' || i % 100)
        from generate_series(1, ${ROWS}::integer) as i
      union all select ${ROWS}::integer * 4 + i, 0, ${large}::uuid, 'transfer',
        jsonb_build_object('token_id', ${TRAVELLER}::text)
        from generate_series(1, 60) as i
      union all select i * 40, k.place::integer, ${large}::uuid, k.kind, k.data::jsonb
        from generate_series(1, ${ROWS}::integer / 50) as i,
          unnest(${rare}::text[], ${data}::text[]) with ordinality as k(kind, data, place)
      union all select ${ROWS}::integer * 3 + i, j, md5(i::text)::uuid, 'mint',
        jsonb_build_object('first_token_id', j::text, 'quantity', 1,
          'to', case when j = 1 then ${collector} else '0x' || j end)
        from generate_series(2, ${COLLECTIONS}::integer) as i, generate_series(1, 8) as j
      union all select ${AIRDROP_BLOCK}::integer, i, md5(i::text)::uuid, 'airdrop',
        jsonb_build_object('first_token_id', '9', 'quantity', 1, 'to', ${receiver}::text)
        from generate_series(2, ${COLLECTIONS}::integer) as i
      union all select i * 60, 99, md5(i::text)::uuid, 'created', '{"payees": []}'
        from generate_series(2, ${COLLECTIONS}::integer) as i
    ) as e`.execute(database)
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** Plans of the statements since the last call. */
async function explained() {
  const plans: Plan[] = []
  for (const { sql: text, parameters } of asked.splice(0)) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, [
      ...parameters,
    ])
    plans.push(rows[0]['QUERY PLAN'][0].Plan)
  }
  expect(plans.length).toBeGreaterThan(0)
  return {
    scans: plans.flatMap(scansIn),
    touched: plans.reduce((sum, plan) => sum + pagesOf(plan), 0),
    plans: JSON.stringify(plans),
  }
}

function pagesOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/** Tables read without an index; the one row per chain is allowed. */
function scansIn(plan: Plan): string[] {
  const { 'Node Type': kind, 'Relation Name': table, Plans: below = [] } = plan
  const isBad =
    table !== undefined && table !== 'chain_cursors' && !/^Index (Only )?Scan$/.test(kind)
  return [...(isBad ? [`${kind} of ${table}`] : []), ...below.flatMap(scansIn)]
}
