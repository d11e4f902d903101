import { listCollections } from '@platemark/api/collections'
import { listKinds, listStatuses, sortKeys, timeIntervals } from '@platemark/api/lists'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manyAddress, manyChains, manyNow } from '../../../test/large-database/columns.ts'
import { fillMany } from '../../../test/large-database/fill.ts'
import { manyTerms } from '../../../test/large-database/names.ts'
import { isSoak, roundsOr, share } from '../../../test/share.ts'
import { copyDatabase } from '../../../test/template.ts'
import { connectChains } from '../../configuration/chains.ts'
import { configure } from '../../configuration/configuration.ts'
import { type OpenDatabase, openDatabase } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { Tables } from '../../tables.ts'
import {
  listFeatured,
  listPromoted,
  listStarting,
  listTrending,
} from './featured-lists.ts'
import { listPage } from './lists.ts'
import { searchListed } from './queries/list-search.ts'
import { saveTrendingScores } from './queries/trending.ts'

const collections = roundsOr(16_000, 32_000)
/** Indexes of a million rows have a level more, of which a page reads one per network. */
const isLarge = collections > 100_000
const MAX_BUFFERS_PER_ROW = isLarge ? 7.25 : 6
const MAX_BUFFERS_DEEP = 200
const MAX_BUFFERS_FILTERED_DEEP = isLarge ? 600 : 400
const MAX_BUFFERS_SEARCH = 500
const DEEP = '417'
/** A million collections take minutes to write. */
const FILL_MS = share(300_000, 3_600_000)
/** Networks with this many collections. */
const deepChains = isSoak ? ['', 'ethereum'] : ['']

type Ran = { pages: number; scans: string[] }

let opened: OpenDatabase
let watching: Kysely<Tables>
let context: AppContext
let ran: Ran[] = []

beforeAll(async () => {
  const url = await copyDatabase()
  opened = await openDatabase({ url })
  await fillMany(opened.database, {
    collections,
    mints: share(50_000, 100_000),
    large: [1000],
    seed: 7,
  })
  watching = watch(url)
  const configuration = configure({
    data_folder: '/nowhere',
    public_url: 'http://localhost:3000',
    networks: manyChains.map(({ alias, usd_rate }) => ({ alias, usd_rate })),
    promoted: [1, 2, 3, 4, 5, 6, 7, 8].map((place) => ({
      chain: 'ethereum',
      address: manyAddress('collection', place),
      order: place,
    })),
  })
  context = {
    configuration,
    database: watching,
    chains: connectChains(configuration),
    clock: () => manyNow,
  } as AppContext
}, FILL_MS)
afterAll(async () => {
  await watching.destroy()
  await opened.close()
})

const everyOrder = sortKeys.flatMap((sort_by) =>
  ['popular', 'minted', 'volume'].includes(sort_by)
    ? timeIntervals.map((time_interval) => ({ sort_by, time_interval }))
    : [{ sort_by, time_interval: 'all' }],
)

describe.each(everyOrder)('$sort_by of $time_interval', (order) => {
  test.each(['', 'ethereum', 'base,polygon', 'celo'])(
    'reads a page of the chains "%s" and the one after it by indexes',
    async (chain) => {
      const query = { ...order, ...(chain && { chain }) }
      const first = await asked(query)
      expect(first.rows).toBe(24)
      expectFlat(first, first.rows * MAX_BUFFERS_PER_ROW)
      const next = await asked({ ...query, cursor: first.cursor })
      expect(next.rows).toBe(24)
      expectFlat(next, next.rows * MAX_BUFFERS_PER_ROW)
    },
  )

  test.each(deepChains)('reads page 417 of the chains "%s"', async (chain) => {
    const deep = await asked({ ...order, ...(chain && { chain }), page: DEEP })
    expect(deep.rows).toBe(24)
    expectFlat(deep, MAX_BUFFERS_DEEP)
    const beyond = await asked({ ...order, ...(chain && { chain }), page: '418' })
    expect([beyond.rows, beyond.cursor]).toEqual([0, undefined])
    const next = await asked({ ...order, ...(chain && { chain }), cursor: deep.cursor })
    expect(next.rows).toBe(24)
    expectFlat(next, next.rows * MAX_BUFFERS_PER_ROW)
  })
})

/** Every way of filtering; `npm test` reads a share of the orders by each. */
const everyFilter: Record<string, string>[] = [
  ...listStatuses.map((status) => ({ status })),
  { free: '1' },
  ...listKinds.map((kind) => ({ kind })),
  { status: 'live', free: '1' },
  { status: 'sold_out', kind: 'drop' },
  { free: '1', kind: 'edition' },
  { status: 'live', free: '1', kind: 'drop' },
]

describe.each(everyFilter)('only %o', (filter) => {
  const turn = everyFilter.indexOf(filter)
  const orders = everyOrder.filter((_, place) => isSoak || (place + turn) % 8 === 0)
  test.each(orders)(
    'reads a page by $sort_by of $time_interval and the one after it by indexes',
    async (order) => {
      for (const chain of ['', 'ethereum', 'base,polygon']) {
        const query = { ...order, ...filter, ...(chain && { chain }) }
        const first = await asked(query)
        expect(first.rows).toBe(24)
        expectFlat(first, first.rows * MAX_BUFFERS_PER_ROW)
        const next = await asked({ ...query, cursor: first.cursor })
        expect(next.rows).toBe(24)
        expectFlat(next, next.rows * MAX_BUFFERS_PER_ROW)
      }
    },
  )

  test('reads its last numbered page', async () => {
    for (const order of orders) {
      const last = await asked({ ...order, ...filter, page: '41' })
      expect(last.total).toBeGreaterThan(0)
      expectFlat(last, MAX_BUFFERS_FILTERED_DEEP)
    }
  })
})

test.each(isSoak ? ['24h', '7d', '30d'] : ['7d', '30d'])(
  'the newest of %s are counted and read',
  async (interval) => {
    const page = await asked({ sort_by: 'newest', time_interval: interval })
    expect(page.rows).toBe(24)
    expectFlat(page, page.rows * MAX_BUFFERS_PER_ROW)
  },
)

test('the collections of a creator are counted, read and searched', async () => {
  const creator = manyAddress('wallet', 1)
  const page = await asked({ creator })
  expect(page.rows).toBe(24)
  expectFlat(page, page.rows * MAX_BUFFERS_PER_ROW)
  const found = await asked({ creator, search: manyTerms.common })
  expect(found.isExact).toBe(true)
  expectFlat(found, page.rows * MAX_BUFFERS_PER_ROW)
})

test.each(
  Object.entries({
    ...manyTerms,
    syllable: 'ing',
    'dots only': '...',
    'single letters': 'q o',
    'second word': 'of',
    usual: 'otters',
    'two words': 'golden dragons',
    'word and a mark': 'dragon!',
    address: manyAddress('collection', 7),
  }),
)('a search for a %s term reads little', async (_, search) => {
  for (const chain of ['', 'ethereum', 'base,polygon', 'celo']) {
    const page = await asked({ search, ...(chain && { chain }) })
    expectFlat(page, MAX_BUFFERS_SEARCH)
    const { rows } = await sql<{ total: number }>`
        select count(*) as total from collections c
        where is_listed and chain_id in (${sql.join(idsOf(chain))}) and case
          when length(${search}::text) = 2
            then strpos(E'\\n' || search_text, E'\\n' || ${search}::text) > 0
          else strpos(search_text, ${search}::text) > 0 or address = ${search} end`.execute(
      opened.database,
    )
    const total = Math.min(rows[0]?.total ?? 0, 1000)
    if (page.isExact) expect([chain, page.total]).toEqual([chain, total])
    else expect(page.total).toBeLessThanOrEqual(rows[0]?.total ?? 0)
    // All pages of all networks take minutes.
    if (isSoak || chain === 'ethereum') {
      expect((await walk({ search, chain })).size).toBe(page.total)
    }
  }
})

test('a search finds all matches of a rare term, and reports it', async () => {
  for (const search of [manyTerms.rare, manyTerms.nowhere, manyTerms.unheard]) {
    const { isExact } = await asked({ search })
    // Among a million, the parts of this term are together in more rows than a search reads.
    const isRare = !isLarge || search !== manyTerms.nowhere
    expect([search, isExact]).toEqual([search, isRare])
  }
})

test.each([
  ['a small share of all', 1_000_000],
  ['most of all', 40_001],
])('a search on a chain that holds %s finds the same by an index', async (_, ofAll) => {
  const chain = { id: 1, usdPerWei: null, confirmations: 0, total: 40_000 }
  const searched = { chains: [chain], isWhole: false, ofAll }
  for (const search of [
    'golden dragons',
    'crystals of oslo',
    'wandering foxes',
    'zyzzyva',
    'dragons crimson',
  ]) {
    ran = []
    const found = await searchListed(watching, searched, {
      kind: 'text',
      text: search,
    })
    expect(scansOf(ran)).toContain('Bitmap Heap Scan of collections')
    expectFlat({ pages: pagesOf(ran), scans: scansOf(ran) }, MAX_BUFFERS_SEARCH)
    const { rows } = await sql<{ id: string }>`
      select id from collections where is_listed and chain_id = 1
        and strpos(search_text, ${search}) > 0
      order by minted desc, created_at desc, id desc`.execute(opened.database)
    const [ids, all] = [
      found.rows.map(({ values }) => values[2]),
      rows.map(({ id }) => id),
    ]
    // A million have more candidates than a search reads; then it reports so.
    expect(isLarge || found.isWhole).toBe(true)
    expect(ids).toEqual(found.isWhole ? all : all.filter((id) => ids.includes(id)))
  }
})

test('explained, a page touches no more than it may', async () => {
  for (const order of everyOrder) {
    for (const chain of ['', 'base,polygon']) {
      const query = { ...order, ...(chain && { chain }), explain: '1' }
      const page = await asked(query)
      expectFlat(page, page.rows * MAX_BUFFERS_PER_ROW)
    }
    expectFlat(await asked({ ...order, page: DEEP, explain: '1' }), MAX_BUFFERS_DEEP)
  }
})

test('scores that are rewritten every minute stay dense', async () => {
  await sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, tx_hash, time)
    select c.chain_id, 1, 8000000 + row_number() over () * 10 + m, c.id, '0x' || m, 255,
      1 + m % 3, 0, '0x', ${manyNow}::timestamptz - make_interval(mins => c.minutes)
    from (select *, (row_number() over (order by id))::integer % 600 as minutes
      from collections limit 3000) as c, generate_series(1, 3) as m`.execute(
    opened.database,
  )
  for (let minute = 0; minute < 6; minute += 1) {
    const now = new Date(manyNow.getTime() + minute * 60_000)
    await saveTrendingScores(opened.database, [], now)
  }
  await asked({ sort_by: 'trending', page: '100' })
  const read = ran.find(({ scans }) =>
    scans.includes('Index Only Scan of trending_scores'),
  )
  // Also before vacuum, when the visibility map does not cover all rows.
  expect(read?.pages, JSON.stringify(ran)).toBeLessThanOrEqual(2425 / 24)
})

/** Ids of all pages of a search. */
async function walk({ search = '', chain = '' }): Promise<Set<string>> {
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const query = { search, ...(chain && { chain }), ...(cursor && { cursor }) }
    const page = await listPage(context, listCollections.query.parse(query))
    for (const { contract_id } of page.data) {
      expect(seen.has(contract_id)).toBe(false)
      seen.add(contract_id)
    }
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  return seen
}

test('the lists of the first page read few rows', async () => {
  const lists = {
    popular: () => listFeatured(context, 'popular'),
    newest: () => listFeatured(context, 'newest'),
    starting: () => listStarting(context),
    trending: () => listTrending(context, 'ethereum'),
    promoted: () => listPromoted(context),
  }
  for (const list of Object.values(lists)) {
    ran = []
    const cards = await list()
    expect(cards.length).toBeGreaterThanOrEqual(8)
    expectFlat(
      { pages: pagesOf(ran), scans: scansOf(ran) },
      cards.length * MAX_BUFFERS_PER_ROW,
    )
  }
})

function idsOf(chain: string): number[] {
  const aliases = chain === '' ? undefined : chain.split(',')
  return manyChains
    .filter(({ alias }) => aliases?.includes(alias) ?? true)
    .map(({ id }) => id)
}

function expectFlat({ pages, scans }: { pages: number; scans: string[] }, most: number) {
  expect(
    scans.filter((scan) => /^Seq Scan of (collection|mint|token)/.test(scan)),
  ).toEqual([])
  expect(scans.filter((scan) => / of (mints|minters|phases)$/.test(scan))).toEqual([])
  expect(pages, JSON.stringify(ran)).toBeLessThanOrEqual(most)
}

async function asked(text: Record<string, string | undefined>) {
  const query = listCollections.query.parse(text)
  ran = []
  const { data, meta } = await listPage(context, query)
  return {
    rows: data.length,
    total: meta.total,
    isExact: meta.total_is_exact,
    cursor: meta.next_cursor ?? undefined,
    pages: pagesOf(ran),
    scans: scansOf(ran),
  }
}

function pagesOf(statements: Ran[]): number {
  return statements.reduce((sum, { pages }) => sum + pages, 0)
}

function scansOf(statements: Ran[]): string[] {
  return statements.flatMap(({ scans }) => scans)
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** The server logs the cost of each statement in the run that produced the rows. */
function watch(url: string): Kysely<Tables> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': 0,
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    client_min_messages: 'notice',
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const INT8 = 20
  const pool = new pg.Pool({
    connectionString: url,
    options: options.join(' '),
    types: {
      getTypeParser: (id, format) =>
        id === INT8 ? Number : pg.types.getTypeParser(id, format),
    },
  })
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const json = /plan:\n([\s\S]*)$/.exec(message)?.[1]
      if (json === undefined) return
      const { Plan: plan } = JSON.parse(json) as { Plan: Plan }
      const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      ran.push({ pages, scans: scansIn(plan) })
    })
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

function scansIn(plan: Plan): string[] {
  const { 'Node Type': kind, 'Relation Name': table, Plans: below = [] } = plan
  return [...(table ? [`${kind} of ${table}`] : []), ...below.flatMap(scansIn)]
}
