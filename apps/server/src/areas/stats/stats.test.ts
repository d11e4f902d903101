import { type CollectionStats, MAX_BUCKETS, type StudioStats } from '@platemark/api/stats'
import { formatUnits } from '@platemark/rules/amounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertCollection } from '../../../test/collection.ts'
import { price } from '../../../test/collections/launch.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'

const CHAIN = 31_337
const place = '0x00000000000000000000000000000000000000aa'
const path = `/api/contract/local/${place}/stats`
const GWEI = 1_000_000_000n
const fee = 120_000n * GWEI

let server: TestServer
let id: string
const now = new Date('2026-11-20T12:30:00Z')

beforeEach(async () => {
  server = await testServer({
    networks: [{ alias: 'local', is_demo: true, usd_rate: 2500 }],
  })
  server.clock.advance(now.getTime() - Date.now())
  const owner = ada.address.toLowerCase()
  id = await insertCollection(server.database, {
    chain_id: CHAIN,
    address: place,
    owner,
    mint_fee_wei: String(fee),
    created_at: new Date('2026-11-17T23:15:00Z'),
    minted: 10,
    holders: 6,
    unique_minters: 4,
  })
})
afterEach(() => server.close())

type Sale = {
  hour: string
  phase_id?: number
  price_wei?: bigint
  quantity: number
  referred?: number
  hour_minters?: number
  day_minters?: number
  new_minters?: number
}

async function sell(...sales: Sale[]): Promise<void> {
  const rows = sales.map(({ price_wei = price, referred = 0, quantity, ...sale }) => ({
    collection_id: id,
    phase_id: 255,
    hour_minters: 0,
    day_minters: 0,
    new_minters: 0,
    quantity,
    referred,
    volume_wei: String(price_wei * BigInt(quantity)),
    free: price_wei === 0n ? quantity : 0,
    referred_volume_wei: String(price_wei * BigInt(referred)),
    lowest_price_wei: String(price_wei),
    highest_price_wei: String(price_wei),
    ...sale,
  }))
  await server.database.insertInto('mint_hours').values(rows).execute()
}

async function sellSome(): Promise<void> {
  await sell(
    {
      hour: '2026-11-17T23:00:00Z',
      quantity: 2,
      hour_minters: 2,
      day_minters: 2,
      new_minters: 2,
    },
    {
      hour: '2026-11-19T10:00:00Z',
      quantity: 3,
      hour_minters: 1,
      day_minters: 1,
      new_minters: 1,
    },
    {
      hour: '2026-11-19T11:00:00Z',
      phase_id: 0,
      price_wei: 2n * price,
      quantity: 1,
      referred: 1,
      hour_minters: 2,
      day_minters: 1,
      new_minters: 1,
    },
    {
      hour: '2026-11-20T12:00:00Z',
      price_wei: 0n,
      quantity: 2,
      referred: 2,
      hour_minters: 1,
      day_minters: 1,
    },
  )
}

const wei = (count: bigint) => String(count * price)

describe('the statistics of a collection', () => {
  test('are by day since it was made, with days on which nothing was minted', async () => {
    await sellSome()
    const { status, data, headers } = await server.get(path)
    const stats: CollectionStats = data
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=10, stale-while-revalidate=50')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(stats).toEqual({
      interval: 'day',
      from: '2026-11-17T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
      currency: 'ETH',
      total: {
        minted: 8,
        new_minters: 4,
        volume_wei: wei(7n),
        lowest_price_wei: '0',
        highest_price_wei: wei(2n),
      },
      buckets: [
        {
          start: '2026-11-17T00:00:00.000Z',
          minted: 2,
          minters: 2,
          new_minters: 2,
          volume_wei: wei(2n),
          lowest_price_wei: wei(1n),
          highest_price_wei: wei(1n),
        },
        {
          start: '2026-11-18T00:00:00.000Z',
          minted: 0,
          minters: 0,
          new_minters: 0,
          volume_wei: '0',
          lowest_price_wei: null,
          highest_price_wei: null,
        },
        {
          start: '2026-11-19T00:00:00.000Z',
          minted: 4,
          minters: 2,
          new_minters: 2,
          volume_wei: wei(5n),
          lowest_price_wei: wei(1n),
          highest_price_wei: wei(2n),
        },
        {
          start: '2026-11-20T00:00:00.000Z',
          minted: 2,
          minters: 1,
          new_minters: 0,
          volume_wei: '0',
          lowest_price_wei: '0',
          highest_price_wei: '0',
        },
      ],
    })
  })

  test('are by hour of the requested range, rounded to whole hours in UTC', async () => {
    await sellSome()
    const { data } = await server.get(
      `${path}?interval=hour&from=2026-11-19T10:59:00Z&to=2026-11-19T11:00:01Z`,
    )
    const stats: CollectionStats = data
    expect([stats.from, stats.to]).toEqual([
      '2026-11-19T10:00:00.000Z',
      '2026-11-19T12:00:00.000Z',
    ])
    const seen = stats.buckets.map(({ start, minted, minters }) => [
      start,
      minted,
      minters,
    ])
    expect(seen).toEqual([
      ['2026-11-19T10:00:00.000Z', 3, 1],
      ['2026-11-19T11:00:00.000Z', 1, 2],
    ])
    expect(stats.total.minted).toBe(4)
  })

  test('have as many intervals as one response allows, without a start', async () => {
    await server.database
      .updateTable('collections')
      .set({ created_at: new Date('2020-01-01T00:00:00Z') })
      .where('id', '=', id)
      .execute()
    for (const interval of ['hour', 'day'] as const) {
      const { data } = await server.get(`${path}?interval=${interval}`)
      const { buckets }: CollectionStats = data
      expect(buckets).toHaveLength(MAX_BUCKETS[interval])
    }
  })

  test.each([
    ['interval=week', 'interval', 'Use one of: hour, day.'],
    ['interval=day&interval=hour', 'interval', 'Use one of: hour, day.'],
    ['from=yesterday', 'from', 'Enter a UTC time, like 2026-01-31T18:00:00Z.'],
    ['from=1999-12-31T00:00:00Z', 'from', 'Use a time from the year 2000 on.'],
    ['to=0000-01-01T00:00:00Z', 'to', 'Use a time from the year 2000 on.'],
    [
      'from=2026-11-19T00:00:00Z&to=2026-11-19T00:00:00Z',
      'to',
      'The range ends before it begins.',
    ],
    [
      'from=2199-11-19T00:00:00Z',
      'from',
      'The range begins in the future. Choose an earlier start.',
    ],
    [
      'from=2010-01-01T00:00:00Z',
      'from',
      'The range is too long: at most 744 hours or 366 days.',
    ],
    [
      'interval=hour&from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z',
      'from',
      'The range is too long: at most 744 hours or 366 days.',
    ],
    ['days=7', 'days', 'This parameter does not exist. Use: interval, from, to.'],
  ])('refuse %s', async (query, field, sentence) => {
    const { status, error } = await server.get(`${path}?${query}`)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(error?.fields).toEqual({ [field]: [sentence] })
  })

  test('are found by link while the collection is hidden, and not once it is deleted', async () => {
    const set = (values: Record<string, unknown>) =>
      server.database
        .updateTable('collections')
        .set(values)
        .where('id', '=', id)
        .execute()
    await set({ visibility: 'hidden' })
    expect((await server.get(path)).status).toBe(200)
    await set({ blocked_at: new Date() })
    expect((await server.get(path)).status).toBe(451)
    await set({ deleted_at: new Date() })
    expect((await server.get(path)).error?.code).toBe('not_found')
    const nowhere = await server.get(path.replace('local', 'nowhere'))
    expect([nowhere.status, nowhere.error?.code]).toEqual([404, 'unknown_chain'])
  })
})

describe('the statistics in the studio', () => {
  const studio = () => `/api/contract/studio/${id}/stats`

  test('add revenue by phase and referrer, and the distribution of holders', async () => {
    await sellSome()
    const { database } = server
    await database
      .insertInto('phases')
      .values({
        collection_id: id,
        phase_id: 255,
        kind: 'public',
        title: 'Everyone',
        starts_at: new Date(0),
        ends_at: new Date('2099-01-01'),
        price_wei: String(price),
        max_per_wallet: 3,
        max_supply: null,
        list_root: null,
      })
      .execute()
    const referrers = [bob, cyn].map(({ address }, index) => ({
      collection_id: id,
      referrer: address.toLowerCase(),
      quantity: index + 1,
      volume_wei: index === 0 ? wei(2n) : '0',
    }))
    await database.insertInto('referrer_mints').values(referrers).execute()
    const counts = [
      [1, 3],
      [2, 1],
      [3, 1],
      [120, 1],
    ].map(([quantity = 0, holders = 0]) => ({ collection_id: id, quantity, holders }))
    await database.insertInto('holder_counts').values(counts).execute()
    const holdings = [bob, cyn].map(({ address }, index) => ({
      collection_id: id,
      owner: address.toLowerCase(),
      quantity: index === 0 ? 3 : 120,
    }))
    await database.insertInto('holdings').values(holdings).execute()
    const account = { address: bob.address.toLowerCase(), account_kind: 'key' as const }
    await database
      .insertInto('users')
      .values({ ...account, username: 'bobbin' })
      .execute()

    const { status, data, headers } = await server.get(studio(), { as: ada })
    const stats: StudioStats = data
    const half = fee / 2n
    const revenue = 7n * price + 2n * half
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(stats.total).toMatchObject({ minted: 8, revenue_wei: String(revenue) })
    expect(stats.buckets.map(({ revenue_wei, phases }) => [revenue_wei, phases])).toEqual(
      [
        [
          wei(2n),
          [{ phase_id: 255, minted: 2, volume_wei: wei(2n), revenue_wei: wei(2n) }],
        ],
        ['0', []],
        [
          wei(5n),
          [
            { phase_id: 0, minted: 1, volume_wei: wei(2n), revenue_wei: wei(2n) },
            { phase_id: 255, minted: 3, volume_wei: wei(3n), revenue_wei: wei(3n) },
          ],
        ],
        [
          String(fee),
          [{ phase_id: 255, minted: 2, volume_wei: '0', revenue_wei: String(fee) }],
        ],
      ],
    )
    expect(stats.since_start).toEqual({
      minted: 8,
      volume_wei: wei(7n),
      revenue_wei: String(revenue),
      airdropped: 2,
      revenue_usd: 175.3,
      unique_minters: 4,
      phases: [
        {
          phase_id: 0,
          title: null,
          minted: 1,
          volume_wei: wei(2n),
          revenue_wei: wei(2n),
        },
        {
          phase_id: 255,
          title: 'Everyone',
          minted: 7,
          volume_wei: wei(5n),
          revenue_wei: String(5n * price + fee),
        },
      ],
      referred: { minted: 3, volume_wei: wei(2n), earned_wei: String((3n * fee) / 5n) },
      referrers: [
        {
          address: cyn.address,
          name: null,
          minted: 2,
          volume_wei: '0',
          earned_wei: String((2n * fee) / 5n),
        },
        {
          address: bob.address,
          name: 'bobbin',
          minted: 1,
          volume_wei: wei(2n),
          earned_wei: String(fee / 5n),
        },
      ],
    })
    expect(stats.holders).toEqual({
      count: 6,
      distribution: [
        { from: 1, to: 1, holders: 3, quantity: 3 },
        { from: 2, to: 2, holders: 1, quantity: 2 },
        { from: 3, to: 4, holders: 1, quantity: 3 },
        { from: 5, to: 9, holders: 0, quantity: 0 },
        { from: 10, to: 24, holders: 0, quantity: 0 },
        { from: 25, to: 99, holders: 0, quantity: 0 },
        { from: 100, to: null, holders: 1, quantity: 120 },
      ],
      largest: [
        { address: cyn.address, name: null, quantity: 120 },
        { address: bob.address, name: 'bobbin', quantity: 3 },
      ],
    })
  })

  test('count the wallets of each list that came', async () => {
    const mints = [
      [0, bob],
      [0, bob],
      [0, cyn],
      [3, cyn],
      [255, ada],
    ] as const
    await server.database
      .insertInto('mints')
      .values(
        mints.map(([phase_id, { address }], block_number) => ({
          ...{ chain_id: CHAIN, block_number, log_index: 0, collection_id: id },
          ...{ minter: address.toLowerCase(), phase_id, quantity: 2 },
          ...{ price_wei: '0', referrer: null, tx_hash: '0x0', time: now },
        })),
      )
      .execute()
    const turnout = `/api/contract/studio/${id}/turnout`
    const { data } = await server.get(turnout, { as: ada })
    expect(data).toEqual([
      { phase_id: 0, wallets: 2 },
      { phase_id: 3, wallets: 1 },
    ])
    expect((await server.get(turnout, { as: bob })).status).toBe(404)
  })

  test('are saved as files of all holders and referrers', async () => {
    const { database } = server
    const addresses = Array.from(
      { length: 12 },
      (_, place) => `0x${String(place + 1).padStart(40, '0')}`,
    )
    await database
      .insertInto('holdings')
      .values(
        addresses.map((owner, at) => ({ collection_id: id, owner, quantity: at + 1 })),
      )
      .execute()
    await database
      .insertInto('referrer_mints')
      .values(
        addresses.map((referrer, at) => ({
          ...{ collection_id: id, referrer, quantity: at + 1 },
          volume_wei: wei(BigInt(at)),
        })),
      )
      .execute()
    const name = '=cmd'
    await database
      .insertInto('users')
      .values({ address: addresses[11] ?? '', account_kind: 'key', username: name })
      .execute()
    const read = async (kind: string) =>
      (await server.get(`/api/contract/studio/${id}/export?kind=${kind}`, { as: ada }))
        .data
    const holders = await read('holders')
    expect([holders.rows, holders.total]).toEqual([12, 12])
    const lines = holders.csv.split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['"wallet","tokens"', `"${addresses[11]}","12"`])
    expect(lines).toHaveLength(14)
    const referrers = await read('referrers')
    expect([referrers.rows, referrers.total]).toEqual([12, 12])
    expect(referrers.csv.split('\r\n').slice(0, 2)).toEqual([
      '"wallet","name","mints","brought ETH","earned ETH"',
      `"${addresses[11]}","'=cmd","12","${formatUnits(11n * price, 18)}","${formatUnits((12n * fee) / 5n, 18)}"`,
    ])
    const other = await server.get(`/api/contract/studio/${id}/export?kind=holders`, {
      as: bob,
    })
    expect([other.status, other.error?.code]).toEqual([404, 'not_found'])
    const unknown = await server.get(`/api/contract/studio/${id}/export?kind=all`, {
      as: ada,
    })
    expect(unknown.error?.fields).toEqual({ kind: ['Use one of: holders, referrers.'] })
  })

  test('contain no USD without a rate of the coin', async () => {
    await server.close()
    server = await testServer()
    const owner = ada.address.toLowerCase()
    id = await insertCollection(server.database, {
      chain_id: CHAIN,
      address: place,
      owner,
    })
    const rate = server.configuration.networks[0]?.usd_rate ?? null
    const { data } = await server.get(studio(), { as: ada })
    expect(data.since_start.revenue_usd).toBe(rate === null ? null : 0)
  })

  test('are readable by the owner only', async () => {
    const answers = await Promise.all([
      server.get(studio()),
      server.get(studio(), { as: bob }),
      server.get(studio().replace(id, '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a77'), {
        as: ada,
      }),
      server.get(studio().replace(id, 'x'), { as: ada }),
      server.get(`${studio()}?interval=week`, { as: ada }),
    ])
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
      [401, 'unauthenticated'],
      [404, 'not_found'],
      [404, 'not_found'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
    ])
  })

  test('cost the same for any number of mints: no mint, event or minter is read', async () => {
    const statements: string[] = []
    const executor = server.database.getExecutor()
    const { executeQuery } = executor
    const noting: unknown = (...[query, options]: Parameters<typeof executeQuery>) => {
      statements.push(query.sql)
      return executeQuery.call(executor, query, options)
    }
    // Safe: it hands on what it is given.
    executor.executeQuery = noting as typeof executeQuery
    await server.get(path)
    await server.get(studio(), { as: ada })
    executor.executeQuery = executeQuery
    const tables = statements.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join) "?(\w+)"?/g)].map(([, table]) => table),
    )
    expect(tables).toContain('mint_hours')
    expect(
      tables.filter((table) => /^(mints|minters|events|tokens)$/.test(table ?? '')),
    ).toEqual([])
  })
})

test("the studio's list has the revenue of each collection, free mints included", async () => {
  const list = async () =>
    (await server.get('/api/contract/studio/list', { as: ada })).data
  expect((await list())[0].revenue).toEqual({ revenue_wei: '0', revenue_usd: 0 })
  await sell(
    { hour: '2026-11-17T23:00:00Z', quantity: 2 },
    { hour: '2026-11-18T10:00:00Z', quantity: 3, price_wei: 0n },
  )
  const wei = 2n * price + (3n * fee) / 2n
  expect((await list())[0].revenue).toEqual({
    revenue_wei: String(wei),
    revenue_usd: Number((wei * 2500n) / 10n ** 16n) / 100,
  })
})
