import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectionProjection } from '../../apps/server/src/areas/collections/projection.ts'
import { startFollower } from '../../apps/server/src/follower/follower.ts'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { launcher } from '../../apps/server/test/collections/launch.ts'
import { ada, bob, type TestServer, testServer } from '../../apps/server/test/server.ts'
import { pause } from '../program.ts'
import { SAID_BY_NODE } from './failures.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { openViews, type Views } from './views.ts'
import { type Strike, steadyWeather, type Weather } from './weather.ts'

const PATIENCE_MS = 15_000

let chain: TestChain
let views: Views
let server: TestServer
let weather: Weather
let proxy: FaultProxy
let lines: string[]

beforeAll(async () => {
  chain = await testChain()
  views = openViews(chain.url)
  const launch = launcher(chain)
  await launch.fund(ada, bob)
  const collection = await launch.create(ada)
  for (let round = 0; round < 4; round += 1) await launch.mint(bob, collection, 2)
  await chain.client.mine({ blocks: 30 })
})
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  await proxy.close()
  await server.close()
})
afterAll(() => chain.stop())

/** A follower whose only endpoint goes wrong in this one way. */
const followThrough = async (strike: Strike) => {
  weather = steadyWeather(strike, views)
  proxy = await startProxy({ target: () => chain.url, endpoint: 0, weather, seed: 1 })
  const network = { ...chain.network, is_demo: false, confirmations: 70 }
  server = await testServer({ networks: [{ ...network, rpc_urls: [proxy.url] }] })
  return startFollower({
    ...server.resources,
    projection: collectionProjection,
    log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
    pollMs: () => 10,
    rpc: { timeoutMs: 300, answerBytes: 1 << 24, longestPauseMs: 30 },
  })
}

const until = async (isTrue: () => Promise<boolean> | boolean) => {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    if (await isTrue()) return
    await pause(10)
  }
  throw new Error(`It did not happen.\n${lines.slice(-5).join('')}`)
}

const countRows = async () => {
  const tables = ['collections', 'events', 'mints', 'tokens'] as const
  const counts = tables.map(async (table) => {
    const rows = await server.database.selectFrom(table).selectAll().execute()
    return rows.length
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

const isAtHead = async () => {
  const head = await chain.client.getBlock()
  const [cursor] = await server.database.selectFrom('chain_cursors').selectAll().execute()
  return cursor?.block_hash === head.hash
}

test.each<Strike>([
  'wrong_chain',
  'forged_address',
  'absurd_log',
  'foreign_block_hash',
  'absurd_block',
  'other_fork',
  'wrong_parent',
])('%s gives no row and a line with the name of the endpoint', async (strike) => {
  const follower = await followThrough(strike)
  await until(() => lines.some((line) => line.includes(`"endpoint":"${proxy.url}"`)))
  await until(() => (weather.strikes.get(strike) ?? 0) > 3)
  expect(await countRows()).toBe(0)

  weather.clear()
  await until(isAtHead)
  expect(await countRows()).toBeGreaterThan(0)
  await follower.stop()
})

test.each<Strike>(['rpc_error', 'server_error_html', 'too_many_requests'])(
  'what a node says with %s is repeated nowhere',
  async (strike) => {
    const follower = await followThrough(strike)
    await until(() => (weather.strikes.get(strike) ?? 0) > 3)
    const reports = await server.database
      .selectFrom('chain_reports')
      .selectAll()
      .execute()
    expect(JSON.stringify(reports)).not.toContain(SAID_BY_NODE)
    expect(lines.join('')).not.toContain(SAID_BY_NODE)
    weather.clear()
    await until(isAtHead)
    await follower.stop()
  },
)

test.each<Strike>([
  'duplicate_logs',
  'unordered_logs',
  'unordered_batch',
  'range_too_large',
  'batch_refused',
])('%s does no harm', async (strike) => {
  const follower = await followThrough(strike)
  await until(isAtHead)
  expect(weather.strikes.get(strike)).toBeGreaterThan(0)
  const { minted } = await server.database
    .selectFrom('collections')
    .select('minted')
    .executeTakeFirstOrThrow()
  expect(minted).toBe(8)
  expect(lines.join('')).not.toContain(SAID_BY_NODE)
  await follower.stop()
})
