import { timeIntervals } from '@platemark/api/lists'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNetwork } from '../../../test/collections/logs.ts'
import {
  createReplayer,
  type ReplayedCollection,
  wallet,
} from '../../../test/collections/replay.ts'
import { type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer
let names: Map<string, string>

const MINUTE = 60_000

/**
 * Collections minted by ten people, mostly one wallet, mostly the creator, and two
 * people.
 */
beforeAll(async () => {
  server = await testServer({ networks: [{ ...testNetwork, usd_rate: 3000 }] })
  const { create, mint, work } = createReplayer(server)
  const before = (minutes: number) =>
    new Date(server.context.clock().getTime() - minutes * MINUTE)
  const people = (first: number, count: number) =>
    Array.from({ length: count }, (_, place) => wallet(first + place))

  const past = await create(before(400))
  const real = await create(before(300))
  const whale = await create(before(200))
  const own = await create(before(100))
  // Older than the shortest interval; two people are too few for a score.
  await mint(past, people(0, 2), 1200, before(200))
  await mint(real, people(10, 10), 1, before(40))
  // A score needs three minters, so each has three.
  await mint(whale, people(20, 2), 1, before(30))
  await mint(whale, people(22, 1), 1000, before(20))
  await mint(own, people(30, 3), 1, before(10))
  await mint(own, [own.creator], 1000, before(5))
  await work()
  const named: [ReplayedCollection, string][] = [
    [past, 'past'],
    [real, 'ten people'],
    [whale, 'one wallet'],
    [own, 'its creator'],
  ]
  names = new Map(named.map(([{ address }, name]) => [address, name]))
})
afterAll(() => server.close())

async function order(path: string): Promise<(string | undefined)[]> {
  const { data } = await server.get(path)
  return data.map(({ contract_address }: { contract_address: string }) =>
    names.get(contract_address.toLowerCase()),
  )
}

describe('ten people', () => {
  test('rank before one wallet with 1,000 tokens and a creator with as many, by trending', async () => {
    const expected = ['ten people', 'one wallet', 'its creator', 'past']
    expect(await order('/api/contract/trending/local')).toEqual(expected)
    expect(await order('/api/contract/list')).toEqual(expected)
    for (const interval of timeIntervals) {
      expect(await order(`/api/contract/list?time_interval=${interval}`)).toEqual(
        expected,
      )
    }
  })

  test.each(timeIntervals)('rank before them in popular of %s', async (interval) => {
    const [first] = await order(
      `/api/contract/list?sort_by=popular&time_interval=${interval}`,
    )
    expect(first).toBe('ten people')
  })

  test('rank before them in the list of the first page', async () => {
    expect((await order('/api/contract/popular'))[0]).toBe('ten people')
  })
})

test('trending counts five tokens of one wallet and none of the creator', async () => {
  const { data } = await server.get('/api/contract/list?explain=1')
  const actual = new Map<string, { minters: number; mints: number }>(
    data.map((card: { contract_address: string; explain: object }) => [
      names.get(card.contract_address.toLowerCase()),
      card.explain,
    ]),
  )
  // Age lowers each score and never raises one.
  for (const [name, minters, mints] of [
    ['ten people', 10, 10],
    ['one wallet', 3, 7],
    ['its creator', 3, 3],
  ] as const) {
    const found = actual.get(name)
    expect([name, Math.round(found?.minters ?? 0)]).toEqual([name, minters])
    expect([name, Math.round(found?.mints ?? 0)]).toEqual([name, mints])
  }
})

test('popular counts people once, however much they mint, and never the creator', async () => {
  const path = '/api/contract/list?sort_by=popular&time_interval=1h&explain=1'
  const { data } = await server.get(path)
  const actual = data.map(
    (card: { contract_address: string; explain: { minters: number | null } }) => [
      names.get(card.contract_address.toLowerCase()),
      card.explain.minters ?? 0,
    ],
  )
  expect(actual).toEqual([
    ['ten people', 10],
    ['its creator', 3],
    ['one wallet', 3],
    ['past', 0],
  ])
})

test('minted is what was minted in the interval, and nothing from before it', async () => {
  const minted = (interval: string) =>
    order(`/api/contract/list?sort_by=minted&time_interval=${interval}`)
  expect(await minted('1h')).toEqual(['its creator', 'one wallet', 'ten people', 'past'])
  for (const interval of ['6h', '24h', '7d', '30d', 'all']) {
    const all = ['past', 'its creator', 'one wallet', 'ten people']
    expect([interval, await minted(interval)]).toEqual([interval, all])
  }
})
