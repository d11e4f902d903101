import type { Card } from '@platemark/api/collections'
import { listKinds, listStatuses, sortKeys, timeIntervals } from '@platemark/api/lists'
import { collectionState, offerAt } from '@platemark/rules/collection-state'
import { foldSearchText } from '@platemark/rules/search-fold'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { fillCardPhases } from '../../../test/derived-tables.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { isSoak } from '../../../test/share.ts'
import { applyCreators } from '../collections/queries/card-creators.ts'
import { advanceOffers, toOffer } from '../indexing/queries/prices.ts'
import { rankWindows, rebuildRankings } from '../indexing/queries/rankings.ts'
import { compactFacetCounts } from './queries/list-filter.ts'
import { formatDecimal, parseDecimal, toScanPosition } from './queries/list-merge.ts'
import { saveTrendingScores } from './queries/trending.ts'

const chains = [
  { alias: 'ethereum', id: 1, usd_rate: 3000 },
  { alias: 'polygon', id: 137, usd_rate: 0.5 },
  { alias: 'celo', id: 42220, usd_rate: null },
]
const HOUR = 3_600_000
const wallet = (place: number) => `0x${String(place).padStart(40, '0')}`
const creator = wallet(99)

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    networks: chains.map(({ alias, usd_rate }) => ({ alias, usd_rate })),
  })
  for (const { id } of chains) await insertCursor(id)
  await fill(140)
}, 60_000)
afterAll(() => server.close())

/** Whole seconds like block times, and equal for all callers. */
const now = () => server.context.clock()

async function insertCursor(chain_id: number) {
  const cursor = {
    chain_id,
    genesis_hash: '0x',
    factory: '0x',
    block_number: 100,
    block_hash: '0x',
    block_time: new Date(),
    head_number: 100,
    confirmed_number: 50,
    updated_at: new Date(),
  }
  await server.database.insertInto('chain_cursors').values(cursor).execute()
}

/** Collections with few distinct values, so that ties are common, and some in no list. */
async function fill(count: number) {
  let last = 7
  const roll = (sides: number) => {
    last = (last * 48_271) % 2_147_483_647
    return last % sides
  }
  const start = Math.floor(now().getTime() / 1000) * 1000
  for (let index = 0; index < count; index += 1) {
    const chain = chains[roll(5) % 3] ?? chains[0]
    const row = {
      ...collectionRow({
        chain_id: chain?.id ?? 1,
        address: `0x${String(index).padStart(40, 'b')}`,
        owner: index % 9 === 0 ? wallet(7) : creator,
      }),
      name: `Row ${index} ${['Dragons', 'Foxes', '100%_proof'][roll(3)]}`,
      symbol: `S${index}`,
      kind: listKinds[index % 7] ?? 'drop',
      is_paused: index % 13 === 0,
      max_supply: index % 9 === 4 ? 2 : 10_000,
      minted: roll(4),
      unique_minters: roll(3),
      volume_wei: String(BigInt(roll(4)) * 10n ** 18n),
      visibility: roll(12) === 0 ? ('hidden' as const) : ('shown' as const),
      created_at: new Date(start - roll(40) * 12 * HOUR),
      created_block: roll(15) === 0 ? 60 : 1,
    }
    await server.database.insertInto('collections').values(row).execute()
    await insertPhases(row.id, index, start, roll)
    await insertMints(row, index, start, roll)
  }
  for (const [time_window, length] of Object.entries(rankWindows)) {
    const since = new Date(start - length)
    await server.database
      .insertInto('ranking_watermarks')
      .values({ time_window, since })
      .execute()
  }
  for (const { id } of chains) {
    await server.database
      .transaction()
      .execute((transaction) => rebuildRankings(transaction, { chain_id: id }))
  }
  await doJobs(start)
}

/** Runs the jobs. */
async function doJobs(start: number) {
  const rates = chains.map(({ id, usd_rate }) => ({
    chain_id: id,
    usd_per_wei: String((usd_rate ?? 0) / 1e18),
  }))
  await saveTrendingScores(server.database, rates, new Date(start))
  while ((await advanceOffers(server.database, now())) > 0);
}

async function insertPhases(
  collection_id: string,
  index: number,
  start: number,
  roll: (sides: number) => number,
) {
  if (index % 7 === 0) return
  const values = [0, 255].slice(index % 2).map((phase_id) => {
    const begins = start + (roll(5) - 3) * 24 * HOUR
    return {
      collection_id,
      phase_id,
      kind: phase_id === 255 ? ('public' as const) : ('allowlist' as const),
      title: '',
      starts_at: new Date(begins),
      ends_at: new Date(begins + 48 * HOUR),
      price_wei: String(BigInt(roll(4)) * 10n ** 17n),
      max_per_wallet: 5,
      max_supply: null,
      list_root: null,
    }
  })
  await server.database.insertInto('phases').values(values).execute()
}

let logIndex = 0
async function insertMints(
  { id, chain_id }: { id: string; chain_id: number },
  index: number,
  start: number,
  roll: (sides: number) => number,
) {
  if (index % 3 === 0) return
  for (const minter of [wallet(roll(4)), wallet(4 + roll(4)), wallet(9), creator]) {
    const time = new Date(start - ((index * 7 + roll(5)) % 900) * HOUR)
    await server.database
      .insertInto('mints')
      .values({
        chain_id,
        block_number: 1,
        log_index: logIndex++,
        collection_id: id,
        minter,
        phase_id: 255,
        quantity: 1 + roll(2),
        price_wei: String(BigInt(roll(3)) * 10n ** 17n),
        referrer: null,
        tx_hash: '0x',
        time,
      })
      .execute()
    await sql`
      insert into minters values (${id}, ${minter}, 1, ${time})
      on conflict (collection_id, minter) do update set
        last_mint_at = greatest(minters.last_mint_at, excluded.last_mint_at)`.execute(
      server.database,
    )
  }
}

const everyOrder = sortKeys.flatMap((sort_by) =>
  timeIntervals
    .slice(['popular', 'minted', 'volume', 'newest'].includes(sort_by) ? 0 : -1)
    .map((time_interval) => ({ sort_by, time_interval })),
)
const everyChain = [
  '',
  'ethereum',
  'polygon,celo',
  ...(isSoak ? ['ethereum,polygon'] : []),
]

describe.each(everyOrder)('by $sort_by of $time_interval', (order) => {
  test('pages and cursors both return the rows of a full scan', async () => {
    for (const chain of everyChain) {
      const query = new URLSearchParams({ ...order, ...(chain && { chain }) }).toString()
      const expected = await scan(order.sort_by, order.time_interval, chain)
      expect(await byPages(query), chain).toEqual(expected)
      expect(await byCursor(query), chain).toEqual(expected)
    }
  })
})

const everyFilter: Filter[] = [
  { status: 'live' },
  { status: 'upcoming' },
  { status: 'sold_out' },
  { status: 'ended' },
  { free: '1' },
  { kind: 'open_edition' },
  { status: 'live', free: '1' },
  { free: '1', kind: 'drop' },
  { status: 'ended', free: '1', kind: 'drop' },
]

describe.each(everyFilter)('only %o', (filter) => {
  const turn = everyFilter.indexOf(filter)
  test.each(everyOrder.filter((_, place) => isSoak || (place + turn) % 4 === 0))(
    'by $sort_by of $time_interval: the rows of a full scan that pass',
    async (order) => {
      for (const chain of ['', 'polygon,celo']) {
        const asked = { ...order, ...filter, ...(chain && { chain }) }
        const query = new URLSearchParams(asked).toString()
        const expected = await scan(order.sort_by, order.time_interval, chain, filter)
        expect(await byPages(query), chain).toEqual(expected)
        expect(await byCursor(query), chain).toEqual(expected)
      }
    },
  )

  test('is not empty, and has fewer rows than the whole', async () => {
    const [all, some] = [
      await scan('oldest', 'all', ''),
      await scan('oldest', 'all', '', filter),
    ]
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(all.length)
  })
})

describe('a filter', () => {
  test.each([
    [
      'status=paused',
      { status: ['Use live, upcoming, sold_out or ended, or leave it out.'] },
    ],
    ['status=', { status: ['Use live, upcoming, sold_out or ended, or leave it out.'] }],
    ['free=0', { free: ['Leave it out, or use 1.'] }],
    ['kind=Drop%00', { kind: ['Use drop, open_edition or edition, or leave it out.'] }],
  ])('of %s is refused with the words that it takes', async (query, fields) => {
    const { status, error } = await server.get(`/api/contract/list?${query}`)
    expect([status, error?.fields]).toEqual([422, fields])
  })

  test('limits a search and the list of a creator', async () => {
    const passing = new Set(await scan('newest', 'all', '', { free: '1' }))
    for (const query of ['search=dragons', `creator=${wallet(7)}`]) {
      const all = await byPages(query)
      const free = await byPages(`${query}&free=1`)
      expect(free).toEqual(all.filter((id) => passing.has(id)))
      expect(await byCursor(`${query}&free=1`)).toEqual(free)
      expect(free.length).toBeGreaterThan(0)
      expect(free.length).toBeLessThan(all.length)
    }
  })

  test('has cursors of its own', async () => {
    const list = '/api/contract/list?sort_by=newest&time_interval=all'
    const { meta } = await server.get(list)
    const answer = await server.get(`${list}&free=1&cursor=${meta.next_cursor}`)
    expect(answer.error?.fields).toEqual({
      cursor: ['This cursor is not from this list. Start at the first page.'],
    })
  })

  test('follows a phase that opens and ends, and a count that is merged', async () => {
    const { database } = server
    const row = {
      ...collectionRow({ chain_id: 1, address: wallet(5005), owner: wallet(5006) }),
      created_at: now(),
    }
    await database.insertInto('collections').values(row).execute()
    const start = now().getTime()
    await database
      .insertInto('phases')
      .values({
        ...{ collection_id: row.id, phase_id: 255, kind: 'public', title: '' },
        ...{ starts_at: new Date(start + HOUR), ends_at: new Date(start + 2 * HOUR) },
        ...{ price_wei: '0', max_per_wallet: 5, max_supply: null, list_root: null },
      })
      .execute()
    const lists = async () => {
      const found: string[] = []
      for (const status of listStatuses) {
        const query = `status=${status}&free=1&sort_by=newest&time_interval=all`
        if ((await byPages(query)).includes(row.id)) found.push(status)
      }
      return found
    }
    for (const [hours, status] of [
      [0, 'upcoming'],
      [1, 'live'],
      [2, 'ended'],
    ] as const) {
      while ((await advanceOffers(database, new Date(start + hours * HOUR))) > 0);
      const [cards] = [await byCursor('status=live')]
      expect(cards).toEqual(await byPages('status=live'))
      await compactFacetCounts(database)
      expect(await lists()).toEqual([status])
    }
    await database.deleteFrom('collections').where('id', '=', row.id).execute()
    expect(await lists()).toEqual([])
    await database
      .updateTable('collection_prices')
      .set({ changes_at: new Date(0) })
      .execute()
    while ((await advanceOffers(database, now())) > 0);
  })
})

type Filter = { status?: string; free?: '1'; kind?: string }

function passes(row: Scanned & ReturnType<typeof offered>, filter: Filter): boolean {
  return (
    (!filter.status || row.state === filter.status) &&
    (!filter.free || row.priceWei === 0n) &&
    (!filter.kind || row.kind === filter.kind)
  )
}

async function byPages(query: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await server.get(`/api/contract/list?${query}&page=${page}`)
    ids.push(...data.map((card: Card) => card.contract_id))
    if (page >= meta.last_page) {
      expect([meta.total, meta.next_cursor]).toEqual([ids.length, null])
      return ids
    }
  }
}

async function byCursor(query: string, between = async () => {}): Promise<string[]> {
  const ids: string[] = []
  let next = ''
  for (;;) {
    const { data, meta } = await server.get(`/api/contract/list?${query}${next}`)
    ids.push(...data.map((card: Card) => card.contract_id))
    if (meta.next_cursor === null) return ids
    next = `&cursor=${meta.next_cursor}`
    await between()
  }
}

/** The same list, sorted here from all rows. */
async function scan(
  sort: string,
  interval: string,
  chain: string,
  filter: Filter = {},
): Promise<string[]> {
  const asked =
    chain === '' ? chains : chains.filter(({ alias }) => chain.includes(alias))
  const since =
    interval === 'all'
      ? new Date(0)
      : new Date(now().getTime() - rankWindows[interval as keyof typeof rankWindows])
  const hasWindow = interval !== 'all'
  const { rows } = await sql<Scanned>`
    select c.id, c.kind, c.chain_id, c.created_at, c.minted, c.unique_minters, c.volume_wei,
      c.is_paused, c.max_supply, r.minters, r.mints, r.volume_wei as rank_volume, s.score,
      (select coalesce(json_agg(json_build_object('phase_id', phase_id,
        'starts_at', starts_at, 'ends_at', ends_at, 'price_wei', price_wei::text,
        'max_supply', max_supply, 'minted', minted)), '[]')
        from phases where collection_id = c.id) as phases
    from collections c
    left join collection_rankings r on r.collection_id = c.id and r.time_window = ${interval}
    left join trending_scores s on s.collection_id = c.id
    where c.visibility = 'shown' and c.created_block <= 50
      and c.chain_id in (${sql.join(asked.map(({ id }) => id))})`.execute(server.database)
  const shown = rows
    .filter(({ created_at }) => sort !== 'newest' || created_at >= since)
    .map((row) => ({ ...row, ...offered(row) }))
    .filter((row) => passes(row, filter))
  // Free ones cost the same in every coin.
  const order = filter.free && sort.startsWith('price') ? 'newest' : sort
  const keys = keysOf(order, hasWindow)
  return shown
    .sort((a, b) => {
      for (const key of keys) {
        const [one, other] = [key(a), key(b)]
        if (one === other) continue
        // Null sorts last in every order.
        if (one === null || other === null) return one === null ? 1 : -1
        return one < other ? 1 : -1
      }
      return 0
    })
    .map(({ id }) => id)
}

type Scanned = {
  id: string
  kind: string
  chain_id: number
  created_at: Date
  minted: number
  unique_minters: number
  volume_wei: string
  is_paused: boolean
  max_supply: number | null
  minters: number | null
  mints: number | null
  rank_volume: string | null
  score: number | null
  phases: {
    phase_id: number
    starts_at: string
    ends_at: string
    price_wei: string
    max_supply: number | null
    minted: number
  }[]
}

type Key = (row: Scanned & ReturnType<typeof offered>) => number | bigint | string | null

function offered(row: Scanned) {
  const phases = row.phases.map((phase) => ({
    phaseId: phase.phase_id,
    start: Date.parse(phase.starts_at) / 1000,
    end: Date.parse(phase.ends_at) / 1000,
    priceWei: BigInt(phase.price_wei),
    maxSupply: phase.max_supply,
    minted: phase.minted,
  }))
  const facts = {
    isPaused: row.is_paused,
    minted: row.minted,
    maxSupply: row.max_supply,
    phases,
  }
  const seconds = Math.floor(now().getTime() / 1000)
  return { ...offerAt(facts, seconds), state: collectionState(facts, seconds) }
}

/** 0.5 USD and 3,000 USD per coin, in units of 0.5 USD. */
function usd(row: Scanned, wei: bigint | null): bigint | null {
  const rate = new Map([
    [1, 6000n],
    [137, 1n],
  ]).get(row.chain_id)
  return rate === undefined || wei === null ? null : wei * rate
}

function keysOf(sort: string, hasWindow: boolean): Key[] {
  const newer: Key[] = [({ created_at }) => created_at.getTime(), ({ id }) => id]
  const older: Key[] = [({ created_at }) => -created_at.getTime(), byIdUp]
  switch (sort) {
    case 'trending':
      return [({ score }) => score, ...newer]
    case 'popular':
      return hasWindow
        ? [({ minters }) => minters ?? 0, ({ mints }) => mints ?? 0, ...newer]
        : [({ unique_minters }) => unique_minters, ({ minted }) => minted, ...newer]
    case 'oldest':
      return older
    case 'minted':
      return [(row) => (hasWindow ? (row.mints ?? 0) : row.minted), ...newer]
    case 'volume':
      return [
        (row) => usd(row, BigInt(hasWindow ? (row.rank_volume ?? '0') : row.volume_wei)),
        ...newer,
      ]
    case 'price_asc':
      return [(row) => usd(row, row.priceWei === null ? null : -row.priceWei), ...newer]
    case 'price_desc':
      return [(row) => usd(row, row.priceWei), ...newer]
    case 'ending_soon':
      return [
        ({ endsAt }) => (endsAt === null ? null : -endsAt),
        (row) =>
          row.endsAt === null ? row.created_at.getTime() : -row.created_at.getTime(),
        (row) => (row.endsAt === null ? row.id : byIdUp(row)),
      ]
    default:
      return newer
  }
}

/** Larger for smaller ids. */
function byIdUp({ id }: { id: string }): bigint {
  return -BigInt(`0x${id.replaceAll('-', '')}`)
}

describe('a cursor', () => {
  test('leads to every row once during inserts and mints', async () => {
    for (const sort of sortKeys) {
      const query = `sort_by=${sort}&time_interval=all`
      const before = await byPages(query)
      const made: string[] = []
      const seen = await byCursor(query, async () => {
        const row = collectionRow({
          chain_id: 1,
          address: `0x${String(made.length).padStart(40, 'a')}`,
          owner: creator,
        })
        made.push(row.id)
        await server.database.insertInto('collections').values(row).execute()
        await advanceOffers(server.database, now())
      })
      expect(made.length).toBeGreaterThan(3)
      expect(new Set(seen).size, sort).toBe(seen.length)
      expect(seen.filter((id) => !made.includes(id))).toEqual(before)
      await server.database.deleteFrom('collections').where('id', 'in', made).execute()
    }
  })

  test('counts equal values of two coins as one position', async () => {
    const wei = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
    const rate = fc
      .double({ min: 1e-27, max: 1e3, noNaN: true })
      .map((value) => String(value))
    fc.assert(
      fc.property(wei, wei, rate, rate, (one, other, from, to) => {
        const usd = parseDecimal(from)
        const actual = formatDecimal({ digits: usd.digits * one, scale: usd.scale })
        const [place = '', time = ''] = toScanPosition([actual, '5', 'id'], to)
        const there = parseDecimal(to)
        const worth = there.digits * other * 10n ** BigInt(usd.scale)
        const mark = usd.digits * one * 10n ** BigInt(there.scale)
        // Lower values come after the position, higher ones before it.
        if (worth < mark) expect(other < BigInt(place)).toBe(true)
        if (worth > mark) expect(other >= BigInt(place)).toBe(true)
        if (worth === mark) expect([other.toString(), '5']).toEqual([place, time])
      }),
    )
  })

  test('of another list, or an invented one, is refused with a message', async () => {
    const list = '/api/contract/list?sort_by=minted&time_interval=all'
    const { meta } = await server.get(list)
    const [name, part, ...values] = JSON.parse(
      Buffer.from(meta.next_cursor, 'base64url').toString(),
    )
    const encodeAny = (place: unknown) =>
      Buffer.from(JSON.stringify(place)).toString('base64url')
    expect(encodeAny([name, part, ...values])).toBe(meta.next_cursor)
    const wrong = [
      'x',
      '_',
      `${meta.next_cursor}A`,
      encodeAny(null),
      encodeAny({}),
      encodeAny([name]),
      encodeAny([name, 1, ...values]),
      encodeAny([name, '0', ...values]),
      encodeAny([name, -1, ...values]),
      encodeAny([name, part, ...values.slice(1)]),
      encodeAny([name, part, ...values, '1']),
      encodeAny([name, part, '9'.repeat(30), ...values.slice(1)]),
      encodeAny([name, part, 'minted', ...values.slice(1)]),
      encodeAny([name, part, values[0], values[1], "' or 1=1 --"]),
      encodeAny(['popular all', part, ...values]),
    ]
    for (const cursor of wrong) {
      const { status, error } = await server.get(`${list}&cursor=${cursor}`)
      expect([cursor, status, error?.fields]).toEqual([
        cursor,
        422,
        { cursor: ['This cursor is not from this list. Start at the first page.'] },
      ])
    }
    const other = `/api/contract/list?sort_by=volume&cursor=${meta.next_cursor}`
    expect((await server.get(other)).status).toBe(422)
    const both = await server.get(`${list}&page=2&cursor=${meta.next_cursor}`)
    expect(both.error?.fields).toEqual({ cursor: ['Use a page or a cursor, not both.'] })
  })
})

test('a coin that is worth more changes the order, and no row', async () => {
  const order = async () => byPages('sort_by=price_desc&chain=ethereum,polygon')
  const rowsOf = async () => {
    const { rows } = await sql`
      select 'c', ctid::text, xmin::text from collections union all
      select 'o', ctid::text, xmin::text from collection_prices order by 1, 2`.execute(
      server.database,
    )
    return rows
  }
  const [before, rows] = [await order(), await rowsOf()]
  const network = server.configuration.networks.find(({ alias }) => alias === 'polygon')
  if (!network) throw new Error('there is no such network')
  network.usd_rate = 1_000_000
  const after = await order()
  network.usd_rate = 0.5
  expect(after).not.toEqual(before)
  expect(after.toSorted()).toEqual(before.toSorted())
  expect(await rowsOf()).toEqual(rows)
})

test('those that start soon are the upcoming ones, the first to open first', async () => {
  const upcoming: Card[] = []
  let last = 1
  for (let page = 1; page <= last; page += 1) {
    const query = `status=upcoming&sort_by=oldest&time_interval=all&page=${page}`
    const { data, meta } = await server.get(`/api/contract/list?${query}`)
    upcoming.push(...data)
    last = meta.last_page
  }
  const { rows } = await sql<{ name: string; changes_at: Date | null }>`
    select c.name, o.changes_at from collection_prices o
    join collections c on c.id = o.collection_id`.execute(server.database)
  const opens = new Map(rows.map(({ name, changes_at }) => [name, changes_at?.getTime()]))
  const timesOf = (cards: Card[]) => cards.flatMap(({ name }) => opens.get(name) ?? [])
  const { data } = await server.get('/api/contract/starting')
  expect(timesOf(upcoming).length).toBeGreaterThan(3)
  expect(timesOf(data)).toEqual(
    timesOf(upcoming)
      .filter((time) => time > now().getTime())
      .sort((one, other) => one - other)
      .slice(0, 12),
  )
})

test('cards show the price that lists are sorted by, at any time', async () => {
  const { database } = server
  const { rows } = await sql<Scanned & { price_wei: string | null }>`
    select c.id, c.chain_id, c.is_paused, c.minted, c.max_supply,
      (select coalesce(json_agg(json_build_object('phase_id', phase_id,
        'starts_at', starts_at, 'ends_at', ends_at, 'price_wei', price_wei::text,
        'max_supply', max_supply, 'minted', minted)), '[]')
        from phases where collection_id = c.id) as phases
    from collections c`.execute(database)
  const all = new Map(rows.map((row) => [row.id, row]))
  let [lists, publics] = [0, 0]
  for (const hours of [-72, -24, 0, 25, 72, 200]) {
    const at = new Date(now().getTime() + hours * HOUR)
    await database.updateTable('collection_prices').set({ changes_at: at }).execute()
    while ((await advanceOffers(database, at)) > 0);
    const sorted = await database
      .selectFrom('collection_prices')
      .select(['collection_id', 'price_wei'])
      .execute()
    for (const { collection_id, price_wei } of sorted) {
      const row = all.get(collection_id)
      const expected = row && strangersPrice(row, at.getTime())
      expect(price_wei, `${hours} ${JSON.stringify(row)}`).toBe(
        expected?.price_wei ?? null,
      )
      if (expected?.phase_id === 255) publics += 1
      else if (expected) lists += 1
    }
  }
  expect(Math.min(lists, publics)).toBeGreaterThan(50)
  await database.updateTable('collection_prices').set({ changes_at: now() }).execute()
  await fillCardPhases(database)
  while ((await advanceOffers(database, now())) > 0);
  const page = await server.get('/api/contract/list?sort_by=price_asc&chain=ethereum')
  expect(page.data.length).toBeGreaterThan(20)
  for (const card of page.data as Card[]) {
    const row = all.get(card.contract_id)
    const expected = row && strangersPrice(row, now().getTime())
    expect(card.price_wei).toBe(expected?.price_wei ?? null)
    expect(card.is_allowlist_only).toBe(
      expected !== undefined && expected.phase_id !== 255,
    )
  }
})

/** Returns the price for anyone from the rows: the rule written a second time. */
function strangersPrice({ phases, minted, max_supply }: Scanned, at: number) {
  const isSoldOut = max_supply !== null && minted >= max_supply
  const rank = (phase: Scanned['phases'][number]) => {
    const [start, end] = [Date.parse(phase.starts_at), Date.parse(phase.ends_at)]
    const isFull = phase.max_supply !== null && phase.minted >= phase.max_supply
    const order = isSoldOut
      ? 2
      : start <= at && at < end && !isFull
        ? 0
        : start > at
          ? 1
          : 2
    const times = [
      [Number(phase.price_wei), end],
      [start, Number(phase.price_wei)],
      [-end, 0],
    ]
    return [order, phase.phase_id === 255 ? 0 : 1, ...(times[order] ?? [])]
  }
  return phases
    .filter((phase) => phase.starts_at < phase.ends_at)
    .toSorted((one, other) => {
      const [a, b] = [rank(one), rank(other)]
      const place = a.findIndex((value, index) => value !== b[index])
      return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0)
    })[0]
}

describe('an offer', () => {
  test('is what the phases say at any time that comes', async () => {
    const { database } = server
    const expected = async (at: Date) => {
      const collections = await database
        .selectFrom('collections')
        .select(['id', 'is_paused', 'minted', 'max_supply'])
        .orderBy('id')
        .execute()
      const phases = await database.selectFrom('phases').selectAll().execute()
      return collections.map((one) => {
        const own = phases.filter(({ collection_id }) => collection_id === one.id)
        return toOffer({ ...one, phases: own }, at)
      })
    }
    const stored = () =>
      database
        .selectFrom('collection_prices')
        .select(['collection_id', 'price_wei', 'facet', 'ends_at', 'changes_at'])
        .orderBy('collection_id')
        .execute()
    for (const hours of [0, 1, 23, 24, 25, 48, 71, 96, 200]) {
      const at = new Date(now().getTime() + hours * HOUR)
      while ((await advanceOffers(database, at)) > 0);
      expect(await stored()).toEqual(await expected(at))
    }
    await database
      .updateTable('collection_prices')
      .set({ changes_at: new Date(0) })
      .execute()
    while ((await advanceOffers(database, now())) > 0);
  })
})

describe('a search', () => {
  const find = async (search: string, more = '') =>
    server.get(`/api/contract/list?search=${encodeURIComponent(search)}${more}`)
  const namesIn = (answer: { data: Card[] }) => answer.data.map(({ name }) => name)

  test('finds the same by pages and by cursor, the most minted first', async () => {
    for (const sort of ['trending', 'newest', 'price_asc']) {
      const query = `search=dragons&sort_by=${sort}`
      const found = await byPages(query)
      expect(await byCursor(query)).toEqual(found)
      const { rows } = await sql<{ id: string }>`
        select id from collections where is_listed and name like '%Dragons%'
          and created_block <= 50 order by minted desc, created_at desc, id desc`.execute(
        server.database,
      )
      expect(found).toEqual(rows.map(({ id }) => id))
      expect(found.length).toBeGreaterThan(30)
    }
  })

  test('looks at names, symbols and slugs, each for itself', async () => {
    const row = {
      ...collectionRow({ chain_id: 1, address: wallet(5001), owner: creator }),
      name: 'Ärger %_\\ Zwölf',
      symbol: 'QXJ',
      alias: 'vwz-tide',
    }
    await server.database.insertInto('collections').values(row).execute()
    for (const text of ['ärger', 'ÄRGER', 'zwölf', '%_\\', 'qxj', 'QX', 'vw', 'wz-ti']) {
      expect(namesIn(await find(text)), text).toEqual([row.name])
    }
    for (const text of ['wö', 'xj', 'zwölf qxj', 'lf\u00a0q', 'wz_ti']) {
      expect(namesIn(await find(text)), text).toEqual([])
    }
    const hide = server.database.updateTable('collections').set({ visibility: 'hidden' })
    await hide.where('id', '=', row.id).execute()
    expect(namesIn(await find('qxj'))).toEqual([])
    expect(namesIn(await find(row.address))).toEqual([])
    await server.database.deleteFrom('collections').where('id', '=', row.id).execute()
  })

  describe('is compared as people read it', () => {
    const row = {
      ...collectionRow({
        chain_id: 1,
        address: `0x${'ab12cd'.repeat(6)}abcd`,
        owner: creator,
      }),
      name: 'L’été  à Øresund – Straße No. 7 İstanbul 👩\u200d🎨 می\u200cخواهم',
      symbol: 'ETE7',
      alias: 'lete-a-oresund',
    }
    const former = {
      chain_id: 1,
      alias: 'once-so',
      address: row.address,
      left_at: new Date(),
    }
    beforeAll(async () => {
      await server.database.insertInto('collections').values(row).execute()
      await server.database.insertInto('former_aliases').values(former).execute()
    })
    afterAll(async () => {
      await server.database.deleteFrom('collections').where('id', '=', row.id).execute()
      await server.database.deleteFrom('former_aliases').execute()
    })

    test.each([
      ['two blanks', 'été  à'],
      ['a tab and a no-break space', 'été\tà\u00a0øresund'],
      ['line ends', 'été à\nøresund\r\n'],
      ['full-width letters', 'ＥＴＥ７'],
      ['full-width digits and a blank', 'Ｎｏ.\u3000７'],
      ['an accent in two code points', 'e\u0301te\u0301'],
      ['no accents', 'ete a oresund'],
      ['more accents', 'Lêtè'],
      ['another accent', 'étê'],
      ['a trailing zero-width space', 'oresund\u200b'],
      ['invisible characters', '\ufefføre\u00adsu\u200end'],
      ['a plain apostrophe', "L'été"],
      ['an acute accent as apostrophe', 'L´été'],
      ['no apostrophe', 'lete'],
      ['a plain hyphen', 'øresund - straße'],
      ['ss', 'STRASSE'],
      ['ß', 'straße'],
      ['a capital ß', 'STRAẞE'],
      ['a dotted capital I', 'İSTANBUL'],
      ['a plain I', 'istanbul'],
      ['quotation marks', '“Øresund”'],
      ['other quotation marks', '"øresund"'],
      ['an emoji', 'istanbul 👩\u200d🎨'],
      ['Persian without its joiner', 'میخواهم'],
      ['the address', row.address],
      ['the address in capitals', row.address.toUpperCase()],
      ['the address without 0x', row.address.slice(2)],
      ['the address with the prefix of a network', `eip155:1:${row.address}`],
      ['the beginning of the address', '0xAB12CDab'],
      ['the address as pages shorten it', '0xAb12…aBcD'],
      ['the address in a sentence', `see ${row.address}.`],
      ['its page', 'https://mint.example/collection/ethereum/lete-a-oresund'],
      [
        'its page on any host',
        'localhost:3000/collection/ethereum/lete-a-oresund?ref=1#x',
      ],
      ['the path of its page', '/collection/ethereum/lete-a-oresund/'],
      [
        'its page by address',
        `https://mint.example/collection/ethereum/${row.address}?token=3`,
      ],
      [
        'its page with a referrer',
        `mint.example/collection/ethereum/lete-a-oresund?ref=${creator}`,
      ],
      ['its page by a former slug', 'https://mint.example/collection/ethereum/once-so'],
      ['a list here', 'https://mint.example/collections?search=oresund&page=1'],
      ['an explorer', `https://etherscan.io/token/${row.address}?a=1#code`],
      ['a market', `https://opensea.io/item/ethereum/${row.address}/12`],
      ['a slug elsewhere', 'https://opensea.io/collection/lete-a-oresund'],
    ])('%s', async (_, text) => {
      expect(namesIn(await find(text))).toContain(row.name)
    })

    test('a link leads to nothing else', async () => {
      for (const path of ['ethereum/lete-a-oresund', `ethereum/${row.address}`]) {
        const { meta } = await find(`https://mint.example/collection/${path}`)
        expect([path, meta.total]).toEqual([path, 1])
      }
      const { meta } = await find('https://mint.example/collection/celo/lete-a-oresund')
      expect(meta.total).toBe(0)
    })

    test('a creator’s address finds what it created', async () => {
      const created = await byPages(`creator=${wallet(7)}`)
      for (const text of [
        wallet(7),
        `https://mint.example/collector/${wallet(7)}?tab=x`,
      ]) {
        const { meta } = await find(text)
        expect([text, meta.total]).toEqual([text, created.length])
      }
    })

    test('quotation marks alone find nothing, and long texts are refused', async () => {
      expect((await find('""')).meta.total).toBe(0)
      const { status, error } = await find('x'.repeat(65))
      expect([status, error?.fields?.search]).toEqual([
        422,
        ['Search for at most 64 characters.'],
      ])
    })

    test('the index folds every letter as the search does', async () => {
      const { rows } = await sql<{ letter: string; folded: string }>`
        select chr(code) as letter, fold_search_text('a' || chr(code) || 'b') as folded
        from generate_series(1, 65533) as code
        where code not between 55296 and 57343`.execute(server.database)
      const other = rows.filter(
        ({ letter, folded }) => foldSearchText(`a${letter}b`) !== folded,
      )
      const codes = other.map(({ letter }) => letter.codePointAt(0) ?? 0)
      // Unicode versions of the two differ in a few letters of Latin Extended-D.
      expect(codes.filter((code) => code < 0x1c80)).toEqual([])
      expect(codes.length).toBeLessThan(30)
    })
  })

  test('is narrowed to networks and creators', async () => {
    const { meta } = await find('row', '&chain=celo')
    const all = await find('row', `&creator=${wallet(7)}`)
    expect(meta.total).toBe((await byPages('chain=celo&sort_by=oldest')).length)
    expect(all.meta.total).toBe((await byPages(`creator=${wallet(7)}`)).length)
    expect(all.data.every((card: Card) => card.creator.address === wallet(7))).toBe(true)
    const newest = await byPages(`creator=${wallet(7)}`)
    expect(await byCursor(`search=row&creator=${wallet(7)}`)).toEqual(newest)
  })
})

test('a creator has the newest first, or the oldest', async () => {
  const newest = await byPages(`creator=${wallet(7)}`)
  expect(newest.length).toBeGreaterThan(10)
  for (const sort of ['minted', 'price_asc', 'newest']) {
    const query = `creator=${wallet(7)}&sort_by=${sort}&time_interval=all`
    expect(await byCursor(query)).toEqual(newest)
  }
  expect(await byCursor(`creator=${wallet(7)}&sort_by=oldest`)).toEqual(
    newest.toReversed(),
  )
})

describe('the name of a creator', () => {
  const nameOf = async (id: string) => {
    const { data } = await server.get(`/api/contract/list?creator=${painter}`)
    return data.find((card: Card) => card.contract_id === id)?.creator.name
  }
  const painter = wallet(6000)
  const made = (place: number) =>
    collectionRow({ chain_id: 1, address: wallet(7000 + place), owner: painter })
  const save = async (rows: ReturnType<typeof made>[]) => {
    await server.database.insertInto('collections').values(rows).execute()
  }

  test('follows the profile, whichever was there first', async () => {
    const { database } = server
    const [first, second] = [made(1), made(2)]
    await save([first])
    expect(await nameOf(first.id)).toBeNull()
    await database
      .insertInto('users')
      .values({ address: painter, account_kind: 'key', username: 'painter' })
      .execute()
    expect(await nameOf(first.id)).toBe('painter')
    await save([second])
    expect(await nameOf(second.id)).toBe('painter')
    const user = database.updateTable('users').where('address', '=', painter)
    await user.set({ username: 'other_painter' }).execute()
    expect([await nameOf(first.id), await nameOf(second.id)]).toEqual([
      'other_painter',
      'other_painter',
    ])
  })

  test('reaches all of many collections', async () => {
    const { database } = server
    const many = Array.from({ length: 700 }, (_, place) => made(10 + place))
    await save(many)
    const user = database.updateTable('users').where('address', '=', painter)
    await user.set({ username: 'third_painter', avatar_file: 'face.webp' }).execute()
    const behind = () =>
      database
        .selectFrom('collections')
        .select('id')
        .where('creator', '=', painter)
        .where((where) =>
          where.or([
            where('creator_name', '<>', 'third_painter'),
            where('creator_avatar', 'is', null),
          ]),
        )
        .execute()
    expect((await behind()).length).toBeGreaterThan(100)
    await applyCreators(database, now())
    expect(await behind()).toEqual([])
    await applyCreators(database, new Date(now().getTime() + HOUR))
    expect(await database.selectFrom('creator_changes').selectAll().execute()).toEqual([])
    await database.deleteFrom('collections').where('creator', '=', painter).execute()
  })
})

describe('explained', () => {
  const first = async (query: string) => {
    const { data } = await server.get(`/api/contract/list?explain=1&${query}`)
    return data[0].explain
  }

  test('the score is the sum of its weighted terms', async () => {
    const { score, weights, minters, mints, volume_usd } = await first('sort_by=trending')
    const terms = [
      weights.minters * Math.log(1 + minters),
      weights.mints * Math.log(1 + mints),
      weights.volume_usd * Math.log(1 + volume_usd),
    ]
    expect(score).toBeCloseTo(
      terms.reduce((sum, term) => sum + term, 0),
      6,
    )
  })

  test('each order returns its sort values', async () => {
    expect(await first('sort_by=popular&time_interval=30d')).toMatchObject({
      sort_by: 'popular',
      time_interval: '30d',
      minters: expect.any(Number),
      mints: expect.any(Number),
    })
    expect(await first('sort_by=volume&time_interval=all')).toMatchObject({
      time_interval: 'all',
      volume_wei: '3000000000000000000',
      usd_rate: 3000,
    })
    expect(await first('sort_by=price_desc')).toMatchObject({
      price_wei: expect.any(String),
      usd_rate: 3000,
    })
    expect(await first('sort_by=ending_soon')).toMatchObject({
      ends_at: expect.any(String),
    })
  })

  test('no order returns values that it does not sort by', async () => {
    const numbers = {
      score: null,
      minters: null,
      mints: null,
      volume_usd: null,
      volume_wei: null,
      price_wei: null,
      ends_at: null,
    }
    for (const sort of ['newest', 'oldest']) {
      expect(await first(`sort_by=${sort}&time_interval=all`)).toMatchObject(numbers)
    }
    const volume = await first('sort_by=volume&time_interval=30d')
    expect(volume).toMatchObject({ ...numbers, volume_wei: expect.any(String) })
    const minted = await first('sort_by=minted&time_interval=30d')
    expect(minted).toMatchObject({ ...numbers, mints: expect.any(Number) })
  })

  test("every number is that of the row, in the row's coin", async () => {
    for (const sort of ['volume', 'price_asc', 'price_desc', 'ending_soon']) {
      const path = `/api/contract/list?explain=1&time_interval=all&sort_by=${sort}`
      const { data } = await server.get(path)
      for (const { contract_id, explain } of data) {
        const { rows } = await sql<{ volume: string; price: string; ends: Date | null }>`
          select c.volume_wei as volume, o.price_wei as price, o.ends_at as ends
          from collections c join collection_prices o on o.collection_id = c.id
          where c.id = ${contract_id}`.execute(server.database)
        const [row] = rows
        if (explain.volume_wei !== null) expect(explain.volume_wei).toBe(row?.volume)
        if (explain.price_wei !== null) expect(explain.price_wei).toBe(row?.price)
        if (explain.ends_at !== null) {
          expect(explain.ends_at).toBe(row?.ends?.toISOString())
        }
      }
      const actual = { volume: 'volume_wei', ending_soon: 'ends_at' }[sort] ?? 'price_wei'
      expect(data[0].explain[actual]).not.toBeNull()
    }
  })

  test('nothing is explained without a request', async () => {
    const { data } = await server.get('/api/contract/list')
    expect(data[0]).not.toHaveProperty('explain')
    const { error } = await server.get('/api/contract/list?explain=yes')
    expect(error?.fields).toEqual({ explain: ['Leave it out, or use 1.'] })
  })
})
