import { pino } from 'pino'
import { keccak256, toHex } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { type TestChain, testChain } from '../../test/chain.ts'
import {
  clearIndex,
  launcher,
  readIndex,
  startTestIndexer,
} from '../../test/collections/launch.ts'
import { proxyTo } from '../../test/indexer/proxy.ts'
import { startHttpServer } from '../../test/listen.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../test/server.ts'
import { until } from '../../test/until.ts'
import { collectionProjection } from '../areas/indexing/projection.ts'
import { connectChains } from '../configuration/chains.ts'
import { configure } from '../configuration/configuration.ts'
import { startIndexer } from './indexer.ts'
import { insertBlocks, listBlocksDescending, pruneBlocks } from './queries.ts'

let chain: TestChain
let server: TestServer
let launch: ReturnType<typeof launcher>
let indexer: ReturnType<typeof startTestIndexer> | undefined

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
})
beforeEach(async () => {
  server = await testServer({ networks: [chain.network] })
})
afterEach(async () => {
  await indexer?.stop()
  indexer = undefined
  await server.close()
})
afterAll(() => chain.stop())

const reports = () => server.database.selectFrom('chain_statuses').selectAll().execute()

const reportOf = async (chainId: number) =>
  (await reports()).find((report) => report.chain_id === chainId)

type Head = { number: bigint; hash: string; timestamp: bigint }

/** Starts a proxy that answers with an earlier head while `isBehind`, and counts these answers. */
const lateProxy = async ({ number, hash, timestamp }: Head) => {
  const state = { isBehind: false, requests: 0 }
  const proxy = await proxyTo(chain.url, ({ method, params: [tag] }) => {
    if (!state.isBehind || method !== 'eth_getBlockByNumber' || tag !== 'latest')
      return undefined
    state.requests += 1
    return { result: { number: toHex(number), hash, timestamp: toHex(timestamp) } }
  })
  return Object.assign(state, proxy)
}

/** Returns the index of a new indexer on the chain as it is now. */
const freshIndex = async (straight?: TestChain) => {
  await indexer?.stop()
  await clearIndex(server.database)
  if (straight) {
    await server.close()
    server = await testServer({ networks: [straight.network] })
  }
  indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  return readIndex(server.database)
}

describe('a reorg', () => {
  test.each([1, 2, 3, 5, 8, 13, 20])(
    'of %i blocks leaves what a fresh index has',
    async (depth) => {
      indexer = startTestIndexer(server)
      const old = await launch.create(ada)
      let made = await launch.create(cyn)
      for (let block = 0; block < depth; block += 1) {
        if (block % 4 === 2) made = await launch.create(block % 8 === 2 ? ada : cyn)
        else await launch.mint(block % 3 === 1 ? cyn : bob, block % 2 ? made : old, 2)
      }
      await indexer.caughtUp(chain)
      await chain.client.request({
        // Safe: anvil has this method, viem does not know it.
        method: 'anvil_reorg' as 'anvil_mine',
        params: [depth, []] as never,
      })
      await indexer.caughtUp(chain)
      await launch.mint(bob, old, 1)
      await indexer.caughtUp(chain)
      const followed = await readIndex(server.database)
      expect(followed.mints?.length).toBeGreaterThan(0)
      expect(followed).toEqual(await freshIndex())
    },
  )

  test('that ends below the cursor reverts the rows above', async () => {
    indexer = startTestIndexer(server)
    const kept = await launch.create(ada)
    await launch.mint(bob, kept, 1)
    const snapshot = await chain.client.snapshot()
    await launch.mint(bob, kept, 5)
    const lost = await launch.create(bob)
    await launch.mint(cyn, lost, 1)
    await indexer.caughtUp(chain)
    await chain.client.revert({ id: snapshot })
    await indexer.caughtUp(chain)
    const addresses = await listAddresses()
    expect(addresses).toContain(kept.toLowerCase())
    expect(addresses).not.toContain(lost.toLowerCase())
    expect(await readIndex(server.database)).toEqual(await freshIndex())
  })

  test('during a stop is found at the next start', async () => {
    indexer = startTestIndexer(server)
    const address = await launch.create(ada)
    await launch.mint(bob, address, 2)
    await indexer.caughtUp(chain)
    await indexer.stop()
    await chain.client.request({
      // Safe: anvil has this method, viem does not know it.
      method: 'anvil_reorg' as 'anvil_mine',
      params: [1, []] as never,
    })
    await launch.mint(cyn, address, 4)
    indexer = startTestIndexer(server)
    await indexer.caughtUp(chain)
    expect(await readIndex(server.database)).toEqual(await freshIndex())
  })
})

const listAddresses = async () =>
  (await server.database.selectFrom('collections').select('address').execute()).map(
    ({ address }) => address,
  )

test('continues at the stored cursor', async () => {
  indexer = startTestIndexer(server)
  const address = await launch.create(ada)
  await launch.mint(bob, address, 1)
  await indexer.caughtUp(chain)
  await indexer.stop()
  await launch.mint(cyn, address, 2)
  const other = await launch.create(bob)
  await launch.mint(cyn, other, 2)
  indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  expect(await listAddresses()).toContain(other.toLowerCase())
  expect(await readIndex(server.database)).toEqual(await freshIndex())
})

test('applies logs only once', async () => {
  indexer = startTestIndexer(server)
  const address = await launch.create(ada)
  await launch.mint(bob, address, 3)
  await indexer.caughtUp(chain)
  const before = await readIndex(server.database)
  await indexer.stop()
  await server.database.deleteFrom('chain_cursors').execute()
  indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  expect(await readIndex(server.database)).toEqual(before)
})

test('reindexes a chain that was reset, and logs it', async () => {
  const other = await testChain()
  try {
    const elsewhere = launcher(other)
    await elsewhere.fund(ada, bob)
    const lost = await elsewhere.create(ada, {}, keccak256(toHex('on the other chain')))
    await server.close()
    server = await testServer({ networks: [{ ...other.network, alias: 'local' }] })
    indexer = startTestIndexer(server)
    await indexer.caughtUp(other)
    await indexer.stop()
    expect(await listAddresses()).toEqual([lost.toLowerCase()])

    const { database } = server
    const chains = connectChains(configure({ networks: [chain.network] }))
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const second = startIndexer({
      database,
      chains,
      projection: collectionProjection,
      clock: () => new Date(),
      log,
      pollMs: () => 20,
    })
    const head = await chain.client.getBlock()
    await until(async () => {
      const [cursor] = await database.selectFrom('chain_cursors').selectAll().execute()
      return cursor?.block_hash === head.hash
    })
    await second.stop()
    expect(await listAddresses()).not.toContain(lost.toLowerCase())
    expect(lines.join('')).toContain('reindexing from the start')
  } finally {
    await other.stop()
  }
})

test('reindexes a chain whose cursor has another factory', async () => {
  indexer = startTestIndexer(server)
  const address = await launch.create(ada)
  await launch.mint(bob, address, 3)
  await indexer.caughtUp(chain)
  await indexer.stop()
  const right = await readIndex(server.database)
  await server.database.updateTable('holdings').set({ quantity: 2 }).execute()
  await server.database.updateTable('chain_cursors').set({ factory: 'again' }).execute()
  indexer = startTestIndexer(server)
  await until(async () => {
    const { holdings } = await readIndex(server.database)
    return JSON.stringify(holdings) === JSON.stringify(right.holdings)
  })
  expect(await readIndex(server.database)).toEqual(right)
})

describe('an endpoint', () => {
  test('of another chain sets the status refused, and other chains are still synced', async () => {
    const other = await testChain({ id: 31_338, alias: 'local-two' })
    try {
      const address = await launch.create(ada)
      await server.close()
      const wrong = { ...other.network, id: 31_339, alias: 'wrong' }
      server = await testServer({ networks: [chain.network, wrong] })
      const lines: string[] = []
      const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
      server.context.log = log
      indexer = startTestIndexer(server)
      await indexer.caughtUp(chain)
      await until(async () => (await reportOf(31_339)) !== undefined)
      expect(await reportOf(31_339)).toMatchObject({ status: 'refused' })
      expect((await reportOf(31_339))?.detail).toContain('31338 instead of 31339')
      expect(await listAddresses()).toContain(address.toLowerCase())
      const rows = await server.database
        .selectFrom('events')
        .select('chain_id')
        .where('chain_id', '<>', chain.id)
        .execute()
      expect(rows).toEqual([])
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain(other.url)
    } finally {
      await other.stop()
    }
  })

  test('that fails sets a status without its error text, and is used once it responds', async () => {
    const address = await launch.create(ada)
    let isDead = true
    const proxy = await proxyTo(chain.url, () =>
      isDead ? { error: { code: -32_000, message: 'secret-of-the-node' } } : undefined,
    )
    await server.close()
    server = await testServer({ networks: [{ ...chain.network, rpc_urls: [proxy.url] }] })
    indexer = startTestIndexer(server)
    await until(async () => (await reportOf(chain.id))?.status === 'unreachable')
    expect((await reportOf(chain.id))?.detail).toBe(
      'Local cannot be reached. Retrying automatically.',
    )
    isDead = false
    await indexer.caughtUp(chain)
    await until(async () => (await reportOf(chain.id))?.status === 'following')
    expect(await listAddresses()).toContain(address.toLowerCase())
    await indexer.stop()
    await proxy.close()
  })
})

describe('a node behind a gateway', () => {
  test.each([
    'query exceeds max block range 4',
    'ranges over 4 blocks are not supported on freetier',
    'capability disabled',
  ])('that refuses long ranges is requested in short ones: %s', async (message) => {
    const address = await launch.create(ada)
    for (let round = 0; round < 12; round += 1) await launch.mint(bob, address, 1)
    let refused = 0
    const proxy = await proxyTo(chain.url, (call) => {
      if (call.method !== 'eth_getLogs') return undefined
      // Safe: the filter that the indexer sends.
      const [range] = call.params as [{ fromBlock: string; toBlock: string }]
      if (Number(range.toBlock) - Number(range.fromBlock) < 4) return undefined
      refused += 1
      return { error: { code: 35, message } }
    })
    await server.close()
    server = await testServer({ networks: [{ ...chain.network, rpc_urls: [proxy.url] }] })
    indexer = startTestIndexer(server)
    await indexer.caughtUp(chain)
    await indexer.stop()
    await proxy.close()
    expect(refused).toBeGreaterThan(0)
    expect(await readIndex(server.database)).toEqual(await freshIndex(chain))
  })

  test('whose head is behind for a moment causes no rollback', async () => {
    const address = await launch.create(ada)
    await launch.mint(bob, address, 2)
    const behind = await chain.client.getBlock()
    await launch.mint(cyn, address, 3)
    const late = await lateProxy(behind)
    await server.close()
    const network = { ...chain.network, is_demo: false, rpc_urls: [late.url] }
    server = await testServer({ networks: [network] })
    indexer = startTestIndexer(server)
    await indexer.caughtUp(chain)
    const before = await readIndex(server.database)
    late.isBehind = true
    await until(() => late.requests > 3)
    expect(await readIndex(server.database)).toEqual(before)
    await indexer.stop()
    await late.close()
  })
})

test('two indexers of one chain and database count no log twice', async () => {
  indexer = startTestIndexer(server, { pollMs: 5 })
  const second = startTestIndexer(server, { pollMs: 7 })
  let address = await launch.create(ada)
  for (let round = 0; round < 12; round += 1) {
    if (round % 5 === 4) address = await launch.create(cyn)
    await launch.mint(bob, address, 1 + (round % 3))
  }
  await indexer.caughtUp(chain)
  await chain.client.request({
    // Safe: anvil has this method, viem does not know it.
    method: 'anvil_reorg' as 'anvil_mine',
    params: [4, []] as never,
  })
  await launch.mint(cyn, address, 2)
  await indexer.caughtUp(chain)
  await second.stop()
  const followed = await readIndex(server.database)
  expect(followed.mints?.length).toBeGreaterThan(0)
  expect(followed).toEqual(await freshIndex())
})

test('waits between rounds while the head is below a block that is still on the chain', async () => {
  const behind = await chain.client.getBlock()
  await launch.create(ada)
  const late = await lateProxy(behind)
  await server.close()
  server = await testServer({ networks: [{ ...chain.network, rpc_urls: [late.url] }] })
  indexer = startTestIndexer(server, { pollMs: 200 })
  await indexer.caughtUp(chain)
  const before = await readIndex(server.database)
  late.isBehind = true
  const began = performance.now()
  await until(() => late.requests >= 4)
  expect(performance.now() - began).toBeGreaterThan(450)
  expect(await readIndex(server.database)).toEqual(before)
  await indexer.stop()
  await late.close()
})

test('repeats its status as a heartbeat', async () => {
  indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  const publishedAt = async () => (await reportOf(chain.id))?.updated_at.getTime() ?? 0
  await until(async () => (await publishedAt()) > 0)
  const first = await publishedAt()
  server.clock.advance(31_000)
  await until(async () => (await publishedAt()) >= first + 31_000)
  expect((await reportOf(chain.id))?.status).toBe('following')
})

test('keeps one in a thousand old blocks, and every newer one', async () => {
  const blocks = Array.from({ length: 4500 }, (_, number) => ({
    number,
    hash: `0x${number}`,
    time: new Date(),
    logs: 0,
    logs_hash: null,
    rpc: null,
  }))
  await insertBlocks(server.database, 7, blocks)
  await pruneBlocks(server.database, 7, 3500)
  const kept = await listBlocksDescending(server.database, 7, 3500, 100)
  expect(kept.map(({ number }) => number)).toEqual([3500, 3499, 2999, 1999, 999])
})

test('stops at once while a node hangs', async () => {
  const gate = await startHttpServer(() => {})
  await server.close()
  server = await testServer({ networks: [{ ...chain.network, rpc_urls: [gate.url] }] })
  indexer = startTestIndexer(server)
  await new Promise((resume) => setTimeout(resume, 100))
  const began = performance.now()
  await indexer.stop()
  // The node itself would be waited for ten seconds.
  expect(performance.now() - began).toBeLessThan(5000)
  await gate.close()
})
