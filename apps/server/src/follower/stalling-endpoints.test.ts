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

const endpoint = async (delayMs = 0) => {
  const state: { lie: Lie | undefined; asked: number } = { lie: undefined, asked: 0 }
  const proxy = await proxyTo(chain.url, async (call, ask) => {
    state.asked += 1
    if (delayMs > 0) await new Promise((resume) => setTimeout(resume, delayMs))
    return state.lie ? state.lie(call, (await ask()) ?? {}) : undefined
  })
  closing.push(proxy.close)
  return Object.assign(state, { url: proxy.url })
}

const cursor = () =>
  server.database.selectFrom('chain_cursors').selectAll().executeTakeFirst()

const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

const within = async (ms: number, isOver: () => Promise<boolean>) => {
  for (const deadline = Date.now() + ms; Date.now() < deadline; ) {
    if (await isOver()) return true
    await new Promise((resume) => setTimeout(resume, 20))
  }
  return false
}

const isAtHead = async () =>
  (await cursor())?.block_number === Number((await chain.client.getBlock()).number)

test('one endpoint that denies the cursor and then says nonsense does not stop the chain', async () => {
  const liar = await endpoint()
  const honest = [await endpoint(60), await endpoint(60)]
  await start(liar.url, ...honest.map(({ url }) => url))
  const address = await launch.create(ada)
  await follower?.caughtUp(chain)
  await follower?.stop()
  await launch.mint(bob, address, 1)
  const head = await chain.client.getBlock()
  const stood = (await cursor())?.block_number ?? 0
  liar.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber') return answer
    const [asked] = call.params
    // Its head is another block in the place of the cursor; other blocks are no blocks.
    if (asked === 'latest') {
      // Safe: a block.
      const block = answer.result as object
      return { result: { ...block, number: `0x${stood.toString(16)}`, hash: word(9) } }
    }
    return Number(asked) > 0 && Number(asked) <= stood ? { result: 'nonsense' } : answer
  }
  follower = follow(server)
  expect(await within(10_000, isAtHead)).toBe(true)
  expect((await cursor())?.block_hash).toBe(head.hash)
})

test('one word about the genesis at the first start does not cost the whole index later', async () => {
  const liar = await endpoint()
  const honest = [await endpoint(60), await endpoint(60)]
  liar.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== '0x0') return answer
    // Safe: a block.
    return { result: { ...(answer.result as object), hash: word(5) } }
  }
  await start(liar.url, ...honest.map(({ url }) => url))
  await launch.create(bob)
  await follower?.caughtUp(chain)
  const genesis = (await chain.client.getBlock({ blockNumber: 0n })).hash
  expect((await cursor())?.genesis_hash).toBe(genesis)
})

test('an endpoint that says nothing about old blocks for a while costs no row', async () => {
  const node = await endpoint()
  await start(node.url)
  const address = await launch.create(ada)
  await launch.mint(bob, address, 1)
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await follower?.caughtUp(chain)
  await within(5000, async () => ((await cursor())?.confirmed_number ?? -1) > 3)
  const before = await server.database.selectFrom('events').selectAll().execute()
  expect(before.length).toBeGreaterThan(0)
  // A pruned node behind the same address: it has its head and the newest block only.
  node.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] === 'latest')
      return answer
    if (call.params[0] === '0x0') return answer
    return { result: null }
  }
  let least = before.length
  node.asked = 0
  // Its head is another block for a moment: whoever looks for the ancestor finds none.
  const lie = node.lie
  node.lie = (call, answer) => {
    if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest')
      return { result: { ...(answer.result as object), hash: word(3) } }
    return lie(call, answer)
  }
  await within(4000, async () => {
    const rows = await server.database.selectFrom('events').selectAll().execute()
    least = Math.min(least, rows.length)
    return least < before.length
  })
  expect(least).toBe(before.length)
})
