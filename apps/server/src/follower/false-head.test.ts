import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { follow, launcher } from '../areas/collections/test-launch.ts'
import { type TestChain, testChain } from '../platform/test-chain.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../platform/test-server.ts'
import { proxyTo, type RpcCall } from './test-proxy.ts'

const CONFIRMATIONS = 4
const AHEAD = 40

let chain: TestChain
let launch: ReturnType<typeof launcher>
let server: TestServer
let follower: ReturnType<typeof follow> | undefined
let closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
})
afterEach(async () => {
  await follower?.stop()
  for (const close of closing) await close()
  closing = []
  await server.close()
})
afterAll(() => chain.stop())

const start = async (...rpc_urls: string[]) => {
  const network = { ...chain.network, is_demo: false, confirmations: CONFIRMATIONS }
  server = await testServer({ networks: [{ ...network, rpc_urls }] })
  follower = follow(server)
}

type Lie = (call: RpcCall, answer: Record<string, unknown>) => Record<string, unknown>

const endpoint = async () => {
  const state: { lie: Lie | undefined; asked: number } = { lie: undefined, asked: 0 }
  const proxy = await proxyTo(chain.url, async (call, ask) => {
    state.asked += 1
    return state.lie ? state.lie(call, (await ask()) ?? {}) : undefined
  })
  closing.push(proxy.close)
  return Object.assign(state, { url: proxy.url })
}

const cursor = () =>
  server.database.selectFrom('chain_cursors').selectAll().executeTakeFirst()

const hex = (number: number) => `0x${number.toString(16)}`
const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

const rounds = async (isOver: () => boolean | Promise<boolean>) => {
  for (const deadline = Date.now() + 4_000; Date.now() < deadline; ) {
    if (await isOver()) return
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

test('blocks that only one of three endpoints has are never confirmed', async () => {
  const liar = await endpoint()
  const honest = [await endpoint(), await endpoint()]
  await start(liar.url, ...honest.map(({ url }) => url))
  const address = await launch.create(ada)
  await launch.mint(bob, address, 1)
  await follower?.caughtUp(chain)
  const real = await chain.client.getBlock()
  const head = Number(real.number)
  const invented = (number: number) => ({
    number: hex(number),
    hash: word(0xbad000 + number),
    parentHash: number === head + 1 ? real.hash : word(0xbad000 + number - 1),
    timestamp: hex(Number(real.timestamp) + number - head),
  })
  const forged = {
    address: address.toLowerCase(),
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      word(0),
      `0x${cyn.address.slice(2).toLowerCase().padStart(64, '0')}`,
      word(2),
    ],
    data: '0x',
    blockNumber: hex(head + 2),
    blockHash: word(0xbad000 + head + 2),
    transactionHash: word(0xf00d),
    logIndex: '0x0',
    removed: false,
  }
  liar.lie = (call, answer) => {
    if (call.method === 'eth_getBlockByNumber') {
      const [asked] = call.params
      const number = asked === 'latest' ? head + AHEAD : Number(asked)
      return number > head ? { result: invented(number) } : answer
    }
    if (call.method !== 'eth_getLogs') return answer
    // Safe: the follower asks for ranges.
    const [{ fromBlock, toBlock }] = call.params as [
      { fromBlock: string; toBlock: string },
    ]
    const isIn = Number(fromBlock) <= head + 2 && Number(toBlock) >= head + 2
    return isIn
      ? { result: [forged] }
      : Number(fromBlock) > head
        ? { result: [] }
        : answer
  }
  let most = -1
  await rounds(async () => {
    most = Math.max(most, (await cursor())?.confirmed_number ?? -1)
    return most > head
  })
  const rows = await server.database
    .selectFrom('mints')
    .select(['block_number', 'tx_hash'])
    .where('tx_hash', '=', word(0xf00d))
    .where('block_number', '<=', most)
    .execute()
  expect({ most: most - head, rows }).toEqual({ most: expect.any(Number), rows: [] })
  expect(most).toBeLessThanOrEqual(head - CONFIRMATIONS)
})

test('a head that only one endpoint sees does not make young blocks confirmed', async () => {
  const liar = await endpoint()
  const honest = [await endpoint(), await endpoint()]
  await start(liar.url, ...honest.map(({ url }) => url))
  await follower?.caughtUp(chain)
  await follower?.stop()
  liar.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest')
      return answer
    // Safe: a block.
    const block = answer.result as { number: string }
    return {
      result: {
        ...block,
        number: hex(Number(block.number) + CONFIRMATIONS),
        hash: word(7),
      },
    }
  }
  const address = await launch.create(ada)
  await launch.mint(bob, address, 1)
  const head = Number((await chain.client.getBlock()).number)
  follower = follow(server)
  let most = -1
  await rounds(async () => {
    most = Math.max(most, (await cursor())?.confirmed_number ?? -1)
    return most > head - CONFIRMATIONS
  })
  expect(most).toBeLessThanOrEqual(head - CONFIRMATIONS)
})
