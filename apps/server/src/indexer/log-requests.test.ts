import { type Address, numberToHex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import {
  hang,
  respondError,
  respondText,
  respondWith,
  sendJson,
  type TestCall,
  type TestNode,
  testNode,
} from '../../test/indexer/node.ts'
import type { ChainSync } from './chain-sync.ts'
import { fetchLogs } from './fetch-logs.ts'
import { noopMetrics } from './metrics.ts'
import { NoRpcAvailableError, type RpcLog } from './rpc/endpoint.ts'
import { createRpcPool } from './rpc/pool.ts'

type Responder = TestNode['respond']
type Range = { blocks: number; addresses: number }

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const signal = new AbortController().signal
const addressAt = (at: number): Address => `0x${at.toString(16).padStart(40, '0')}`
const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const placeOf = ({ blockNumber, logIndex }: RpcLog) => `${blockNumber}/${logIndex}`

const filterOf = ({ params }: TestCall) => {
  // Safe: the filter that the indexer sends.
  const [filter] = params as [{ address: Address[]; fromBlock: string; toBlock: string }]
  return { ...filter, from: Number(filter.fromBlock), to: Number(filter.toBlock) }
}

/** One log in each block, of one address after the other. */
const logsOf = (call: TestCall) => {
  const { address, from, to } = filterOf(call)
  const requested = new Set(address.map(Number))
  const blocks = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return blocks
    .filter((block) => requested.has(block % COUNT))
    .map((block) => ({
      address: addressAt(block % COUNT),
      topics: [word(1)],
      data: '0x',
      blockNumber: numberToHex(block),
      blockHash: word(block),
      transactionHash: word(block),
      logIndex: '0x0',
    }))
}
const COUNT = 40

/** A node that responds like `refuse` to the requests for which `isRefused` returns true. */
function limitedNode(
  refuse: Responder,
  isRefused: (range: Range, call: number) => boolean,
) {
  const ranges: Range[] = []
  const respond: Responder = (response, call) => {
    if (Array.isArray(call) || call.method !== 'eth_getLogs') {
      return respondWith(() => '0x7')(response, call)
    }
    const { address, from, to } = filterOf(call)
    const range = { blocks: to - from + 1, addresses: address.length }
    ranges.push(range)
    const isLimited = isRefused(range, ranges.length)
    return (isLimited ? refuse : respondWith(logsOf))(response, call)
  }
  return { ranges, respond }
}

/** A sync of `COUNT` addresses through a pool of these nodes, with a clock that tests move. */
async function syncWith(...responders: Responder[]) {
  const nodes = await Promise.all(responders.map(testNode))
  stops.push(...nodes.map(({ stop }) => stop))
  let now = 0
  const failures: string[] = []
  const metrics = {
    ...noopMetrics,
    rpcFailure: (_chain: string, _endpoint: string, kind: string) => failures.push(kind),
  }
  const rpcPool = createRpcPool({
    chainId: 7,
    alias: 'seven',
    urls: nodes.map(({ url }) => url),
    requestsPerSecond: 100_000,
    timeoutMs: 150,
    maxResponseBytes: 1_000_000,
    isDemo: false,
    // Safe: the pool writes warnings only.
    log: { warn() {} } as never,
    metrics,
    random: () => 1,
    now: () => now,
  })
  const addresses = Array.from({ length: COUNT - 1 }, (_, at) => addressAt(at + 1))
  // Safe: `fetchLogs` uses no other part.
  const sync = {
    config: {
      chain: {},
      factories: [addressAt(0)],
      watched: [],
      isEmbedded: false,
      pollMs: 2,
    },
    deps: { projection: { findChildren: () => [] }, metrics, signal },
    state: { addresses: new Set(addresses), logLimits: new Map() },
  } as unknown as ChainSync
  const read = async (first: number, last: number) =>
    (
      await rpcPool.request((endpoint) => fetchLogs(sync, endpoint, first, last), {
        signal,
      })
    ).result
  return {
    failures,
    /** Reads as `syncChain` does: after a failure again, when the pool allows it. */
    async read(first: number, last: number, maxAttempts = 2) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await read(first, last)
        } catch (error) {
          if (!(error instanceof NoRpcAvailableError) || attempt >= maxAttempts)
            throw error
          now += error.retryAfterMs + 1
        }
      }
    },
  }
}

const placesOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `${first + at}/0`)

const some = (table: [string, Responder][], ...names: string[]) =>
  table.filter(([name]) => names.includes(name))

const refusals: [string, Responder][] = [
  ['400', respondText(400, 'ranges over 10000 blocks are not supported on freetier')],
  ['400 in JSON', respondError(35, 'not supported on your tier', 400)],
  ['403', respondText(403, 'upgrade')],
  ['413', respondText(413, '')],
  ['422', respondText(422, '{"detail":"bad value"}')],
  ['429', respondText(429, 'calm down', { 'retry-after': '0' })],
  ['500', respondText(500, 'oops')],
  ['502', respondText(502, '<html>')],
  ['503', respondText(503, 'busy')],
  ['an unknown code', respondError(-39_999, 'nope')],
  ['a code that excludes size', respondError(-32_601, 'the method does not exist')],
  ['a text that excludes size', respondError(-32_000, 'header not found')],
  ['a text about rates', respondError(-32_005, 'daily request count exceeded')],
  ['an error without text', (response) => sendJson(response, { error: {} })],
  ['a result of null', respondWith(() => null)],
  ['a result that is a text', respondWith(() => 'too many')],
  ['another body', (response) => sendJson(response, { success: false })],
  ['an empty body', respondText(200, '')],
  ['a truncated body', respondText(200, '{"jsonrpc":"2.0","id":1,"result":[{')],
  ['a body that is too large', respondText(200, ' '.repeat(1_000_001))],
  ['a broken connection', (response) => void response.socket?.destroy()],
]

describe('a node that takes 7 blocks and 30 addresses', () => {
  test.each(refusals)(
    'and refuses more with %s is read completely',
    async (_, refuse) => {
      const { respond, ranges } = limitedNode(
        refuse,
        ({ blocks, addresses }) => blocks > 7 || addresses > 30,
      )
      const sync = await syncWith(respond)
      expect((await sync.read(1, 60)).map(placeOf)).toEqual(placesOf(1, 60))
      // Two for every 7 blocks at least, and few to find the limits.
      expect(ranges.length).toBeLessThan(60)
    },
  )
})

describe('a node that refuses', () => {
  const bare = respondText(403, '')

  test('by not responding in time is read completely', async () => {
    const { respond } = limitedNode(hang, ({ blocks }) => blocks > 70)
    const sync = await syncWith(respond)
    expect((await sync.read(1, 200)).map(placeOf)).toEqual(placesOf(1, 200))
  })

  test.each([7, 39])('more than %i addresses is read by many blocks', async (most) => {
    const { respond, ranges } = limitedNode(bare, ({ addresses }) => addresses > most)
    const sync = await syncWith(respond)
    for (const first of [1, 301]) {
      const logs = await sync.read(first, first + 299)
      expect(logs.map(placeOf)).toEqual(placesOf(first, first + 299))
    }
    expect(Math.max(...ranges.slice(-9).map(({ blocks }) => blocks))).toBeGreaterThan(40)
  })

  test('more than a few blocks only later is read completely', async () => {
    const isRefused = ({ blocks }: Range, call: number) => call > 3 && blocks > 7
    const { respond, ranges } = limitedNode(bare, isRefused)
    const sync = await syncWith(respond)
    for (const first of [1, 101, 201, 301, 401]) {
      const logs = await sync.read(first, first + 99)
      expect(logs.map(placeOf)).toEqual(placesOf(first, first + 99))
    }
    expect(ranges.length).toBeLessThan(50)
    expect(sync.failures.filter((kind) => kind === 'refused').length).toBeGreaterThan(3)
  })
})

test.each(some(refusals, '403', '503', 'an unknown code'))(
  'requests grow again after %s that passes, to just below a limit that stays',
  async (_, refuse) => {
    let isDown = false
    const { respond, ranges } = limitedNode(
      refuse,
      ({ blocks }) => (isDown && blocks > 3) || blocks > 100,
    )
    const sync = await syncWith(respond)
    await sync.read(1, 300)
    isDown = true
    await sync.read(301, 330)
    isDown = false
    for (let first = 331; first < 3331; first += 300) await sync.read(first, first + 299)
    const last = ranges.slice(-20).filter(({ blocks }) => blocks <= 100)
    expect(last.length).toBeGreaterThan(15)
    expect(Math.max(...last.map(({ blocks }) => blocks))).toBeGreaterThan(70)
  },
)

test.each(some(refusals, '400', '403', '503', 'an unknown code', 'another body'))(
  'a node that responds with %s to all log requests gets two for each backoff',
  async (_, refuse) => {
    const { respond, ranges } = limitedNode(refuse, () => true)
    const sync = await syncWith(respond)
    await expect(sync.read(1, 300, 10)).rejects.toThrow(NoRpcAvailableError)
    expect(ranges.length).toBeLessThanOrEqual(2 * 10)
    // It was not the size, so that the next range is as large as the first.
    expect(ranges.filter(({ blocks }) => blocks > 1 && blocks < 300)).toEqual([])
  },
)

test('an endpoint that refuses everything does not delay another one', async () => {
  const refusing = limitedNode(respondText(403, ''), () => true)
  const { respond, ranges } = limitedNode(hang, () => false)
  const sync = await syncWith(refusing.respond, respond)
  for (const first of [1, 301, 601]) {
    const logs = await sync.read(first, first + 299, 1)
    expect(logs.map(placeOf)).toEqual(placesOf(first, first + 299))
  }
  expect(refusing.ranges.length).toBeLessThanOrEqual(1)
  expect(ranges).toHaveLength(3)
})

test('logs that cannot be right are an invalid response of any size', async () => {
  const invalid = respondWith((call) =>
    logsOf(call).map((log) => ({ ...log, address: addressAt(99) })),
  )
  const { respond, ranges } = limitedNode(invalid, () => true)
  const sync = await syncWith(respond)
  await expect(sync.read(1, 300, 1)).rejects.toThrow('was not requested')
  expect(ranges).toHaveLength(1)
})
