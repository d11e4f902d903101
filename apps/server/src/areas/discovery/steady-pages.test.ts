import { sortKeys } from '@platemark/api/lists'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testNetwork } from '../../../test/collections/logs.ts'
import {
  createReplayer,
  type ReplayedCollection,
  wallet,
} from '../../../test/collections/replay.ts'
import { type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer
let play: ReturnType<typeof createReplayer>
const first: ReplayedCollection[] = []

const HOUR = 3_600_000
const hoursAgo = (hours: number) =>
  new Date(server.context.clock().getTime() - hours * HOUR)

/** Sixty collections, a third of them without mints and a few with a score. */
beforeAll(async () => {
  server = await testServer({ networks: [{ ...testNetwork, usd_rate: 3000 }] })
  play = createReplayer(server)
  for (let place = 0; place < 60; place += 1) {
    const made = await play.create(hoursAgo(70 - place))
    first.push(made)
    const people = Array.from({ length: place % 6 }, (_, number) =>
      wallet(10 * place + number),
    )
    if (place % 3 > 0)
      await play.mint(made, people, 1 + (place % 2), hoursAgo(1 + (place % 5)))
  }
  await play.work()
})
/** Deletes what a test inserted, or each would read more pages than the one before. */
afterEach(async () => {
  const kept = first.map(({ address }) => address)
  await server.database
    .deleteFrom('collections')
    .where('address', 'not in', kept)
    .execute()
})
afterAll(() => server.close())

/** Inserts the newest and busiest collection of all between two pages. */
async function insert(): Promise<void> {
  const made = await play.create(hoursAgo(0))
  const people = Array.from({ length: 3 }, (_, number) => wallet(5000 + number))
  await play.mint(made, people, 1, hoursAgo(0))
  // One that ranks among the existing ones.
  await play.create(hoursAgo(30))
}

test.each(
  sortKeys.flatMap((sort) => [`sort_by=${sort}`, `sort_by=${sort}&time_interval=all`]),
)(
  'pages of %s, read by cursor, show each row once while rows are inserted',
  async (query) => {
    const seen: string[] = []
    let path = `/api/contract/list?${query}`
    for (let page = 0; page < 40 && path !== ''; page += 1) {
      const { status, data, meta, body } = await server.get(path)
      if (status !== 200) throw new Error(body)
      seen.push(...data.map(addressOf))
      const { next_cursor } = meta
      path = next_cursor ? `/api/contract/list?${query}&cursor=${next_cursor}` : ''
      await insert()
    }
    expect(path).toBe('')
    expect(seen).toHaveLength(new Set(seen).size)
    const missing = first.filter(({ address }) => !seen.includes(address))
    expect(missing).toEqual([])
  },
)

test('pages of a search, read by cursor, show each row once while rows are inserted', async () => {
  const seen: string[] = []
  let more = ''
  do {
    const { data, meta } = await server.get(`/api/contract/list?search=tidewater${more}`)
    seen.push(...data.map(addressOf))
    more = meta.next_cursor ? `&cursor=${meta.next_cursor}` : ''
    await insert()
  } while (more !== '' && seen.length < 2000)
  expect(seen).toHaveLength(new Set(seen).size)
  expect(first.filter(({ address }) => !seen.includes(address))).toEqual([])
})

test.each(sortKeys)(
  'pages of %s, read by number, hold everything once without inserts',
  async (sort) => {
    const list = (page: number) =>
      server.get(`/api/contract/list?sort_by=${sort}&page=${page}`)
    const { meta } = await list(1)
    const seen: string[] = []
    for (let page = 1; page <= meta.last_page; page += 1) {
      seen.push(...(await list(page)).data.map(addressOf))
    }
    expect(seen).toHaveLength(meta.total)
    expect(new Set(seen).size).toBe(meta.total)
  },
)

const addressOf = ({ contract_address }: { contract_address: string }) =>
  contract_address.toLowerCase()
