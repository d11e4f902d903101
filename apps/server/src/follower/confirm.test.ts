import { pino } from 'pino'
import { encodeFunctionData } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import {
  anyAbi,
  follow,
  forgetIndex,
  indexOf,
  launcher,
} from '../areas/collections/test-launch.ts'
import { type TestChain, testChain } from '../platform/test-chain.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../platform/test-server.ts'
import { proxyTo, type RpcCall } from './test-proxy.ts'

const CONFIRMATIONS = 4

let chain: TestChain
let server: TestServer
let launch: ReturnType<typeof launcher>
let follower: ReturnType<typeof follow> | undefined
let lines: { level: number; msg: string; [field: string]: unknown }[]
let closing: (() => Promise<unknown>)[]

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
})
beforeEach(() => {
  lines = []
  closing = []
})
afterEach(async () => {
  await follower?.stop()
  follower = undefined
  for (const close of closing) await close()
  await server.close()
})
afterAll(() => chain.stop())

/** Follows the chain as one of the world outside, through these endpoints. */
const start = async (...rpc_urls: string[]) => {
  const network = { ...chain.network, is_demo: false, confirmations: CONFIRMATIONS }
  server = await testServer({ networks: [{ ...network, rpc_urls }] })
  server.resources.log = pino(
    { level: 'info' },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  )
  follower = follow(server)
}

type Lie = (call: RpcCall, answer: Record<string, unknown>) => Record<string, unknown>

/** An endpoint that hands on what the node says, changed by `lie` while it has one. */
const endpoint = async (lie?: Lie) => {
  const state = { lie, asked: 0 }
  const proxy = await proxyTo(chain.url, async (call, ask) => {
    state.asked += 1
    if (!state.lie) return undefined
    return state.lie(call, (await ask()) ?? {})
  })
  closing.push(proxy.close)
  return Object.assign(state, { url: proxy.url })
}

const withoutLogs: Lie = (call, answer) =>
  call.method === 'eth_getLogs' ? { result: [] } : answer

const until = async (isTrue: () => Promise<boolean> | boolean, what: string) => {
  for (const deadline = Date.now() + 19_000; Date.now() < deadline; ) {
    if (await isTrue()) return
    await new Promise((resume) => setTimeout(resume, 20))
  }
  throw new Error(`It did not happen: ${what}`)
}

const cursor = () =>
  server.database.selectFrom('chain_cursors').selectAll().executeTakeFirst()

const report = () =>
  server.database.selectFrom('chain_reports').selectAll().executeTakeFirst()

const confirmedUpTo = (block: number) =>
  until(
    async () => ((await cursor())?.confirmed_number ?? -1) >= block,
    `block ${block} is confirmed`,
  )

const headNumber = async () => Number((await chain.client.getBlock()).number)

const mintedOf = async (address: string) => {
  const row = await server.database
    .selectFrom('collections')
    .select('minted')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
  return row?.minted
}

const statusOf = async (address: string) =>
  (await server.get(`/api/contract/local/${address}`)).data?.status

/** What one that starts from nothing, with an honest endpoint, makes of the chain. */
const honestIndex = async () => {
  await follower?.stop()
  await forgetIndex(server.database)
  await server.close()
  server = await testServer({ networks: [chain.network] })
  follower = follow(server)
  await follower.caughtUp(chain)
  return indexOf(server.database)
}

test('what is read near the head is provisional until it lies deep and was read twice', async () => {
  const node = await endpoint()
  await start(node.url)
  await follower?.caughtUp(chain)
  const address = await launch.create(ada)
  const created = await headNumber()
  await launch.mint(bob, address, 2)
  await follower?.caughtUp(chain)
  expect(await mintedOf(address)).toBe(2)
  expect(await statusOf(address)).toBe('provisional')
  expect((await server.get('/api/contract/list?search=Tidewater')).data).toEqual([])
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await confirmedUpTo(created)
  expect(await statusOf(address)).toBe('confirmed')
  expect((await cursor())?.confirmed_number).toBeLessThanOrEqual(
    (await headNumber()) - CONFIRMATIONS,
  )
})

test('logs that one endpoint leaves out near the head are there before anything is confirmed', async () => {
  const liar = await endpoint()
  const honest = [await endpoint(), await endpoint()]
  await start(liar.url, ...honest.map(({ url }) => url))
  await follower?.caughtUp(chain)
  liar.lie = withoutLogs
  const address = await launch.create(ada)
  await launch.mint(bob, address, 3)
  const minted = await headNumber()
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await confirmedUpTo(minted)
  expect(await mintedOf(address)).toBe(3)
  liar.lie = undefined
  const followed = await indexOf(server.database)
  expect(followed).toEqual(await honestIndex())
})

test('nothing of a deep range is written before two endpoints agree on it', async () => {
  const address = await launch.create(ada)
  await launch.mint(cyn, address, 4)
  await chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const liar = await endpoint(withoutLogs)
  const honest = await endpoint()
  await start(liar.url, honest.url)
  await until(async () => (await report())?.status === 'disputed', 'the dispute is told')
  expect(await cursor()).toBeUndefined()
  expect(
    lines
      .filter(({ level }) => level >= 40)
      .map((line) => JSON.stringify(line))
      .join(),
  ).toContain(liar.url)
  liar.lie = undefined
  await follower?.caughtUp(chain)
  expect(await mintedOf(address)).toBe(4)
})

test('equal logs that name no times are no agreement while the headers differ', async () => {
  const address = await launch.create(ada)
  await launch.mint(cyn, address, 4)
  const minted = await chain.client.getBlock()
  await chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const silent: Lie = (call, answer) => {
    if (call.method !== 'eth_getLogs') return answer
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as object[]
    return { result: logs.map((log) => ({ ...log, blockTimestamp: undefined })) }
  }
  const late: Lie = (call, answer) => {
    // Safe: what is asked of a node is answered with objects, lists or text.
    const block = answer.result as { number?: string }
    if (block.number !== `0x${minted.number.toString(16)}`) return silent(call, answer)
    return {
      result: { ...block, timestamp: `0x${(minted.timestamp + 1n).toString(16)}` },
    }
  }
  const liar = await endpoint(late)
  const honest = await endpoint(silent)
  await start(liar.url, honest.url)
  await until(async () => (await report())?.status === 'disputed', 'the dispute is told')
  expect(await cursor()).toBeUndefined()
  liar.lie = silent
  await follower?.caughtUp(chain)
  await confirmedUpTo(Number(minted.number))
  expect(await mintedOf(address)).toBe(4)
  const mints = server.database.selectFrom('mints').select('time').execute()
  expect(await mints).toContainEqual({ time: new Date(Number(minted.timestamp) * 1000) })
})

test('a single endpoint that leaves out logs once is found out by reading again', async () => {
  const node = await endpoint()
  await start(node.url)
  await follower?.caughtUp(chain)
  let omitted = 0
  node.lie = (call, answer) => {
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as unknown[]
    if (call.method !== 'eth_getLogs' || omitted > 0 || logs.length === 0) return answer
    omitted += 1
    return { result: [] }
  }
  const address = await launch.create(bob)
  await follower?.caughtUp(chain)
  await launch.mint(cyn, address, 5)
  const minted = await headNumber()
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await confirmedUpTo(minted)
  expect(omitted).toBe(1)
  expect(await mintedOf(address)).toBe(5)
})

test('while only one of two endpoints answers, nothing is confirmed and it is told why', async () => {
  const address = await launch.create(ada)
  await launch.mint(cyn, address, 6)
  const minted = await headNumber()
  await chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const honest = await endpoint()
  const failing: Lie = () => ({ error: { code: -32_603, message: 'out of order' } })
  const broken = await endpoint(failing)
  await start(broken.url, honest.url)
  await follower?.caughtUp(chain)
  expect(await mintedOf(address)).toBe(6)
  expect((await cursor())?.confirmed_number).toBe(-1)
  expect(await statusOf(address)).toBe('provisional')
  await until(
    async () => (await report())?.detail?.includes('No second endpoint') ?? false,
    'it is told',
  )
  broken.lie = undefined
  await confirmedUpTo(minted)
  expect(await statusOf(address)).toBe('confirmed')
})

test('a head that only one endpoint claims makes nothing deep', async () => {
  const address = await launch.create(ada)
  await launch.mint(cyn, address, 3)
  const minted = await headNumber()
  const ahead: Lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest')
      return answer
    const number = `0x${(minted + CONFIRMATIONS).toString(16)}`
    return {
      result: { ...(answer.result as object), number, hash: `0x${'9'.repeat(64)}` },
    }
  }
  const liar = await endpoint(ahead)
  const honest = [await endpoint(), await endpoint()]
  await start(liar.url, ...honest.map(({ url }) => url))
  await until(async () => (await mintedOf(address)) === 3, 'it is read')
  await new Promise((resume) => setTimeout(resume, 500))
  expect((await cursor())?.confirmed_number).toBeLessThanOrEqual(minted - CONFIRMATIONS)
  expect(await statusOf(address)).toBe('provisional')
})

test('a gap that was confirmed heals once the chain goes on from it', async () => {
  const node = await endpoint()
  await start(node.url)
  const address = await launch.create(ada)
  const created = await headNumber()
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await confirmedUpTo(created)
  node.lie = withoutLogs
  await launch.mint(bob, address, 1)
  const missing = await headNumber()
  await chain.client.mine({ blocks: CONFIRMATIONS })
  await confirmedUpTo(missing)
  expect(await mintedOf(address)).toBe(0)
  node.lie = undefined
  const move = encodeFunctionData({
    abi: anyAbi,
    functionName: 'transferFrom',
    args: [bob.address, cyn.address, 1n],
  })
  await launch.send(bob, address, move)
  await until(async () => (await mintedOf(address)) === 1, 'the gap is healed')
  await follower?.caughtUp(chain)
  expect(lines.some(({ msg }) => msg.includes('contradicts the chain'))).toBe(true)
  const followed = await indexOf(server.database)
  expect(followed).toEqual(await honestIndex())
}, 40_000)

describe('a reorganisation below what is confirmed', () => {
  test('is followed, lowers the mark and is logged as an error', async () => {
    const node = await endpoint()
    await start(node.url)
    const address = await launch.create(ada)
    await follower?.caughtUp(chain)
    const snapshot = await chain.client.snapshot()
    await launch.mint(bob, address, 2)
    const minted = await headNumber()
    await chain.client.mine({ blocks: CONFIRMATIONS })
    await confirmedUpTo(minted)
    await chain.client.revert({ id: snapshot })
    await launch.mint(cyn, address, 7)
    await chain.client.mine({ blocks: 2 * CONFIRMATIONS })
    await confirmedUpTo(minted + 1)
    expect(await mintedOf(address)).toBe(7)
    const deep = lines.filter(({ msg }) => msg.includes('below what was confirmed'))
    expect(deep).toHaveLength(1)
    expect(deep[0]?.level).toBe(50)
    const followed = await indexOf(server.database)
    expect(followed).toEqual(await honestIndex())
  })

  test('is not believed when only one endpoint says so', async () => {
    const liar = await endpoint()
    const honest = await endpoint()
    await start(liar.url, honest.url)
    const address = await launch.create(ada)
    await launch.mint(bob, address, 2)
    const minted = await headNumber()
    await chain.client.mine({ blocks: CONFIRMATIONS })
    await confirmedUpTo(minted)
    const before = await cursor()
    const lies = { struck: 0 }
    liar.lie = (call, answer) => {
      if (call.method !== 'eth_getBlockByNumber') return answer
      const { result: block } = answer
      if (!block) return answer
      lies.struck += 1
      // Safe: an answer to `eth_getBlockByNumber`.
      const { hash, parentHash } = block as { hash: string; parentHash: string }
      const turned = (text: string) => `0x${[...text.slice(2)].reverse().join('')}`
      return { result: { ...block, hash: turned(hash), parentHash: turned(parentHash) } }
    }
    await chain.client.mine({ blocks: 1 })
    await until(async () => {
      const now = await cursor()
      return (now?.block_number ?? 0) > (before?.block_number ?? 0)
    }, 'the honest endpoint is followed on')
    expect((await cursor())?.confirmed_number).toBeGreaterThanOrEqual(
      before?.confirmed_number ?? 0,
    )
    expect(await mintedOf(address)).toBe(2)
    expect(lines.some(({ msg }) => msg.includes('below what was confirmed'))).toBe(false)
  })
})

test('another genesis is not believed when only one endpoint tells it', async () => {
  const liar = await endpoint()
  const honest = await endpoint()
  await start(liar.url, honest.url)
  const address = await launch.create(ada)
  await follower?.caughtUp(chain)
  await follower?.stop()
  liar.lie = (call, answer) => {
    const isGenesis = call.method === 'eth_getBlockByNumber' && call.params[0] === '0x0'
    if (!isGenesis) return answer
    return { result: { ...(answer.result as object), hash: `0x${'7'.repeat(64)}` } }
  }
  follower = follow(server)
  await launch.mint(bob, address, 1)
  await follower.caughtUp(chain)
  expect(await mintedOf(address)).toBe(1)
  expect(lines.some(({ msg }) => msg.includes('read again from the start'))).toBe(false)
})

test('other code at the address of the factory is refused with a sentence', async () => {
  const node = await endpoint((call, answer) =>
    call.method === 'eth_getCode' ? { result: '0x6001' } : answer,
  )
  await start(node.url)
  await until(async () => (await report())?.status === 'refused', 'it is refused')
  expect((await report())?.detail).toContain('is not the factory of this version')
  expect(await server.database.selectFrom('events').selectAll().execute()).toEqual([])
  node.lie = undefined
  await follower?.caughtUp(chain)
})

test('an endpoint that lags behind its sibling is passed over, and nothing is taken back', async () => {
  const address = await launch.create(ada)
  const lagging = await endpoint()
  const honest = await endpoint()
  const old = await chain.client.getBlock()
  await launch.mint(bob, address, 1)
  await start(lagging.url, honest.url)
  await follower?.caughtUp(chain)
  lagging.lie = (call, answer) => {
    const isHead = call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest'
    if (!isHead) return answer
    const number = `0x${old.number.toString(16)}`
    const timestamp = `0x${old.timestamp.toString(16)}`
    return {
      result: { ...(answer.result as object), number, hash: old.hash, timestamp },
    }
  }
  await launch.mint(cyn, address, 2)
  await follower?.caughtUp(chain)
  expect(await mintedOf(address)).toBe(3)
  expect(lines.some(({ msg }) => msg.includes('reorganised'))).toBe(false)
})
