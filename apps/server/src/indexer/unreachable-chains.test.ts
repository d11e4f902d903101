import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../test/chain.ts'
import { proxyTo } from '../../test/indexer/proxy.ts'
import { type DeadNetworks, deadNetworks } from '../../test/networks.ts'
import { type TestServer, testServer } from '../../test/server.ts'
import { until } from '../../test/until.ts'
import { collectionProjection } from '../areas/indexing/projection.ts'
import { startIndexer } from './indexer.ts'

/** A live chain, and how many times its head was requested. */
type Living = TestChain & { looks: number; proxy: Awaited<ReturnType<typeof proxyTo>> }

let living: Living[]
let dead: DeadNetworks
let server: TestServer
let indexer: ReturnType<typeof startIndexer>
let applied: (chainId: number) => void

const live = async (id: number): Promise<Living> => {
  const chain = await testChain({ alias: `living-${id}`, id })
  const proxy = await proxyTo(chain.url, ({ method, params }) => {
    if (method === 'eth_getBlockByNumber' && params[0] === 'latest') counted.looks += 1
    return undefined
  })
  const counted = { ...chain, looks: 0, proxy }
  return counted
}

beforeAll(async () => {
  living = await Promise.all([88_001, 88_002, 88_003].map(live))
  const [first] = living
  if (!first) throw new Error('Live chains: got 0, expected 3')
  dead = await deadNetworks(47, first)
})
beforeEach(async () => {
  applied = () => {}
  const alive = living.map(({ network, proxy }) => ({
    ...network,
    ...{ is_demo: false, confirmations: 3, rpc_urls: [proxy.url] },
  }))
  server = await testServer({
    networks: [...dead.dead.map(({ network }) => network), ...alive],
    // As outside of tests: so many dead ones would be requested all the time.
    limits: { rpc_max_pause_ms: 60_000 },
  })
  indexer = startIndexer({
    ...server.context,
    projection: collectionProjection,
    pollMs: () => 50,
    rpc: { timeoutMs: 1000, maxResponseBytes: 1_000_000 },
    onApplied: (chainId) => applied(chainId),
  })
})
afterEach(async () => {
  await indexer.stop()
  await server.close()
})
afterAll(async () => {
  await dead.close()
  for (const { proxy, stop } of living) {
    await proxy.close()
    await stop()
  }
})

const cursors = async () => {
  const rows = await server.database.selectFrom('chain_cursors').selectAll().execute()
  return new Map(rows.map(({ chain_id, block_number }) => [chain_id, block_number]))
}

const headOf = async ({ client }: TestChain) =>
  Number(await client.getBlockNumber({ cacheTime: 0 }))

const areAtHead = () =>
  until(async () => {
    const at = await cursors()
    const heads = await Promise.all(living.map(headOf))
    return living.every(({ id }, index) => at.get(id) === heads[index])
  }, 'the living chains are at their heads')

test('each dead network has its status, and delays no other', async () => {
  await areAtHead()
  const wanted = dead.dead.map(({ way, network }) => [
    network.id,
    way === 'other_chain' ? 'refused' : 'unreachable',
  ])
  const reports = () =>
    server.database
      .selectFrom('chain_statuses')
      .select(['chain_id', 'status'])
      .where('chain_id', '>=', 990_000)
      .orderBy('chain_id')
      .execute()
  await until(async () => {
    const statuses = (await reports()).map(({ chain_id, status }) => [chain_id, status])
    return JSON.stringify(statuses) === JSON.stringify(wanted)
  }, 'each dead network has its report')
  expect([...(await cursors()).keys()].sort()).toEqual([88_001, 88_002, 88_003])
})

test('among dead networks a new block is written at the next poll', async () => {
  await areAtHead()
  for (let round = 0; round < 5; round += 1) {
    for (const chain of living) {
      const written = Promise.withResolvers<number>()
      applied = (id) => id === chain.id && written.resolve(chain.looks)
      await chain.client.mine({ blocks: 1 })
      const before = chain.looks
      // One poll may have been on its way, and another one for blocks that became deep.
      expect((await written.promise) - before).toBeLessThanOrEqual(3)
    }
  }
})
