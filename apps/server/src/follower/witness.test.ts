import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { follow, launcher } from '../areas/collections/test-launch.ts'
import { type TestChain, testChain } from '../platform/test-chain.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../platform/test-server.ts'
import { proxyTo, type RpcCall } from './test-proxy.ts'

const CONFIRMATIONS = 4

let chain: TestChain
let launch: ReturnType<typeof launcher>
let server: TestServer
let follower: ReturnType<typeof follow> | undefined
let closing: (() => Promise<unknown>)[]

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
})
beforeEach(() => {
  closing = []
})
afterEach(async () => {
  await follower?.stop()
  for (const close of closing) await close()
  await server.close()
})
afterAll(() => chain.stop())

const start = async (...rpc_urls: string[]) => {
  const network = { ...chain.network, is_demo: false, confirmations: CONFIRMATIONS }
  server = await testServer({ networks: [{ ...network, rpc_urls }] })
  follower = follow(server)
}

type Answer = Record<string, unknown>
type Lie = (call: RpcCall, answer: Answer) => Answer

const endpoint = async (lie?: Lie) => {
  const state = { lie, addresses: [] as number[] }
  const proxy = await proxyTo(chain.url, async (call, ask) => {
    if (call.method === 'eth_getLogs') {
      // Safe: the follower asks so.
      const [{ address }] = call.params as [{ address: string[] }]
      state.addresses.push(address.length)
    }
    return state.lie ? state.lie(call, (await ask()) ?? {}) : undefined
  })
  closing.push(proxy.close)
  return Object.assign(state, { url: proxy.url })
}

const cursor = () =>
  server.database.selectFrom('chain_cursors').selectAll().executeTakeFirst()

const within = async (ms: number, isOver: () => Promise<boolean>) => {
  for (const deadline = Date.now() + ms; Date.now() < deadline; ) {
    if (await isOver()) return true
    await new Promise((resume) => setTimeout(resume, 20))
  }
  return false
}

test('while all others are overloaded one endpoint does not confirm what it leaves out', async () => {
  const liar = await endpoint()
  const honest = [await endpoint(), await endpoint()]
  await start(liar.url, ...honest.map(({ url }) => url))
  const address = await launch.create(ada)
  const created = Number((await chain.client.getBlock()).number)
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await within(10_000, async () => ((await cursor())?.confirmed_number ?? -1) >= created)
  await follower?.caughtUp(chain)
  liar.lie = (call, answer) => (call.method === 'eth_getLogs' ? { result: [] } : answer)
  for (const one of honest) {
    one.lie = () => ({ error: { code: 429, message: 'too many requests' } })
  }
  await launch.mint(bob, address, 3)
  const minted = Number((await chain.client.getBlock()).number)
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await within(5000, async () => ((await cursor())?.confirmed_number ?? -1) >= minted)
  liar.lie = undefined
  for (const one of honest) one.lie = undefined
  await within(15_000, async () => ((await cursor())?.confirmed_number ?? -1) >= minted)
  expect((await cursor())?.confirmed_number).toBeGreaterThanOrEqual(minted)
  const row = await server.database
    .selectFrom('collections')
    .select('minted')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
  expect(row?.minted).toBe(3)
})

test('collections that one endpoint invented are not asked for once it was found out', async () => {
  await launch.create(cyn)
  await chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const honest = [await endpoint(), await endpoint()]
  const liar = await endpoint((call, answer) => {
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as {
      topics: string[]
      logIndex: string
      address: string
    }[]
    if (call.method !== 'eth_getLogs') return answer
    const created = logs.find(
      ({ address }) => address === chain.contracts.factory.toLowerCase(),
    )
    if (!created) return answer
    const invented = Array.from({ length: 300 }, (_, at) => ({
      ...created,
      logIndex: `0x${(1000 + at).toString(16)}`,
      topics: [
        created.topics[0],
        `0x${(0xabc000 + at).toString(16).padStart(64, '0')}`,
        created.topics[2],
      ],
    }))
    return { result: [...logs, ...invented] }
  })
  await start(liar.url, ...honest.map(({ url }) => url))
  await within(3000, async () => liar.addresses.length > 0)
  await follower?.caughtUp(chain)
  liar.lie = undefined
  for (const one of [liar, ...honest]) one.addresses = []
  await launch.create(bob)
  await follower?.caughtUp(chain)
  const known = await server.database.selectFrom('collections').select('id').execute()
  const most = Math.max(...[liar, ...honest].flatMap(({ addresses }) => addresses))
  expect(most).toBeLessThanOrEqual(known.length + 1)
})

test('a chain goes on after a log that a single endpoint had left out twice', async () => {
  const node = await endpoint()
  await start(node.url)
  const address = await launch.create(ada)
  await follower?.caughtUp(chain)
  const before = Number((await chain.client.getBlock()).number)
  await launch.mint(bob, address, 2)
  const missed = before + 1
  await follower?.stop()
  await server.close()
  node.lie = (call, answer) => {
    if (call.method !== 'eth_getLogs') return answer
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as { blockNumber: string }[]
    return { result: logs.filter(({ blockNumber }) => Number(blockNumber) !== missed) }
  }
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await start(node.url)
  await within(10_000, async () => ((await cursor())?.confirmed_number ?? -1) >= missed)
  expect((await cursor())?.confirmed_number).toBeGreaterThanOrEqual(missed)
  node.lie = undefined
  await launch.mint(cyn, address, 1)
  const head = Number((await chain.client.getBlock()).number)
  await within(10_000, async () => (await cursor())?.block_number === head)
  expect((await cursor())?.block_number).toBe(head)
})

test('a second endpoint that is still syncing does not keep the chain from its head', async () => {
  const syncing = await endpoint()
  const old = await chain.client.getBlock()
  await launch.create(ada)
  await chain.client.mine({ blocks: 5 * CONFIRMATIONS })
  syncing.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber') return answer
    const [asked] = call.params
    if (asked !== 'latest') return Number(asked) <= old.number ? answer : { result: null }
    const number = `0x${old.number.toString(16)}`
    const timestamp = `0x${old.timestamp.toString(16)}`
    // Safe: a block.
    const block = answer.result as object
    return {
      result: { ...block, number, hash: old.hash, parentHash: old.parentHash, timestamp },
    }
  }
  const honest = await endpoint()
  await start(syncing.url, honest.url)
  const head = Number((await chain.client.getBlock()).number)
  const told = new Set<string>()
  await within(10_000, async () => {
    const reports = await server.database
      .selectFrom('chain_reports')
      .selectAll()
      .execute()
    for (const { status } of reports) told.add(status)
    return (await cursor())?.block_number === head
  })
  expect((await cursor())?.block_number).toBe(head)
  expect([...told]).not.toContain('disputed')
})

test('a log of old blocks that a single endpoint leaves out once is there in the end', async () => {
  const address = await launch.create(ada)
  await launch.mint(bob, address, 2)
  const minted = await chain.client.getBlock()
  await chain.client.mine({ blocks: 3 * CONFIRMATIONS })
  let omitted = 0
  const node = await endpoint((call, answer) => {
    if (call.method !== 'eth_getLogs' || omitted > 0) return answer
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as { blockNumber: string }[]
    const rest = logs.filter(({ blockNumber }) => BigInt(blockNumber) !== minted.number)
    if (rest.length < logs.length) omitted += 1
    return { result: rest }
  })
  await start(node.url)
  await follower?.caughtUp(chain)
  await launch.create(cyn)
  await chain.client.mine({ blocks: 2 * CONFIRMATIONS })
  await follower?.caughtUp(chain)
  const row = await server.database
    .selectFrom('collections')
    .select('minted')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
  expect({ omitted, minted: row?.minted }).toEqual({ omitted: 1, minted: 2 })
})
