import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { testChain } from '../../../test/chain.ts'
import {
  hang,
  respondError,
  respondText,
  respondWith,
  type TestCall,
  type TestNode,
  testNode,
} from '../../../test/indexer/node.ts'
import { noopMetrics } from '../metrics.ts'
import {
  ChainIdMismatchError,
  InvalidRpcResponseError,
  NoRpcAvailableError,
  type RpcEndpoint,
} from './endpoint.ts'
import { createRpcPool } from './pool.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const HOUR = 3_600_000
const signal = new AbortController().signal

const ofChain = (id: number, code = '0xc0de') =>
  respondWith(({ method }) => (method === 'eth_chainId' ? `0x${id.toString(16)}` : code))
const right = ofChain(7)
const down = respondText(502, 'upstream text')
/** Returns the right chain id, and an invalid result for code. */
const invalid = ofChain(7, 'no code')
/** Returns the right chain id, and fails for every other method. */
const failing: TestNode['respond'] = (response, request) =>
  methodsOf([request]).includes('eth_chainId')
    ? right(response, request)
    : down(response, request)

const methodsOf = (requests: (TestCall | TestCall[])[]) =>
  requests.flat().map(({ method }) => method)
const checksOf = ({ requests }: TestNode) =>
  methodsOf(requests).filter((method) => method === 'eth_chainId').length

type Line = {
  level: number
  msg: string
  endpoint: string
  reason?: string
  times?: number
}

async function pooled(
  responders: TestNode['respond'][],
  changes: { isDemo?: boolean } = {},
) {
  const nodes = await Promise.all(responders.map(testNode))
  stops.push(...nodes.map(({ stop }) => stop))
  const [first, second] = nodes
  const recorded = {
    now: 0,
    random: 1,
    lines: [] as Line[],
    failures: [] as string[],
    health: new Map<string, number>(),
  }
  const endpoints = createRpcPool({
    chainId: 7,
    alias: 'seven',
    urls: nodes.map(({ url }) => url),
    requestsPerSecond: 1000,
    timeoutMs: 60_000,
    maxResponseBytes: 1_000_000,
    isDemo: false,
    log: pino({ base: null }, { write: (line) => recorded.lines.push(JSON.parse(line)) }),
    metrics: {
      ...noopMetrics,
      rpcFailure: (_, endpoint, kind) => recorded.failures.push(`${endpoint} ${kind}`),
      rpcHealth: (_, endpoint, score) => recorded.health.set(endpoint, score),
    },
    random: () => recorded.random,
    now: () => recorded.now,
    ...changes,
  })
  const code = (endpoint: RpcEndpoint) => endpoint.readCode(`0x${'0'.repeat(40)}`)
  return {
    endpoints,
    recorded,
    url: (at: number) => nodes[at]?.url ?? '',
    // Safe enough for a test: a test uses only nodes that it started.
    first: first as TestNode,
    second: second as TestNode,
    /** Requests code, and returns the endpoint that responded. */
    readCode: async (options: { exclude?: RpcEndpoint; signal?: AbortSignal } = {}) => {
      const { result, endpoint } = await endpoints.request(code, { signal, ...options })
      expect(result).toBe('0xc0de')
      return endpoint
    },
  }
}

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('an endpoint', () => {
  test('is checked for its chain id before its first use, then every hour', async () => {
    const { readCode, first, recorded } = await pooled([right])
    await readCode()
    expect(methodsOf(first.requests)).toEqual(['eth_chainId', 'eth_getCode'])
    recorded.now = HOUR - 1
    await readCode()
    expect(checksOf(first)).toBe(1)
    recorded.now = HOUR
    await readCode()
    expect(checksOf(first)).toBe(2)
  })

  test('is checked for its chain id after each failure', async () => {
    const { readCode, first, recorded } = await pooled([right])
    await readCode()
    first.respond = down
    await expect(readCode()).rejects.toThrow(NoRpcAvailableError)
    first.respond = right
    recorded.now = 500
    await readCode()
    expect(checksOf(first)).toBe(2)
  })

  test('of a real chain is used', async () => {
    const chain = await testChain()
    stops.push(chain.stop)
    const endpoints = createRpcPool({
      chainId: chain.id,
      alias: chain.alias,
      urls: [chain.url],
      requestsPerSecond: 100,
      timeoutMs: 10_000,
      maxResponseBytes: 1_000_000,
      isDemo: true,
      log: pino({ level: 'silent' }),
      metrics: noopMetrics,
    })
    const read = (endpoint: RpcEndpoint) => endpoint.readHeader('latest')
    const { result, endpoint } = await endpoints.request(read, { signal })
    expect(result?.number).toBeGreaterThan(0)
    expect(endpoint.name).toBe(chain.url)
    expect(endpoints.names).toEqual([chain.url])
  })

  test('is named by its origin, and numbered where two have the same', async () => {
    const { url } = await testNode(right).then((node) => {
      stops.push(node.stop)
      return node
    })
    const { names } = createRpcPool({
      chainId: 7,
      alias: 'seven',
      urls: [`${url}/key-a`, `${url}/key-b`, 'http://user:secret@127.0.0.1:9/key-c'],
      requestsPerSecond: 1,
      timeoutMs: 1,
      maxResponseBytes: 1,
      isDemo: false,
      log: pino({ level: 'silent' }),
      metrics: noopMetrics,
    })
    expect(names).toEqual([url, `${url} (2)`, 'http://127.0.0.1:9'])
  })
})

describe('the next best endpoint', () => {
  test.each([
    ['is down', down],
    ['responds to eth_chainId only', failing],
    ['sends invalid responses', invalid],
    ['returns another chain id', ofChain(8)],
    ['returns no chain id', respondWith(() => null)],
    ['refuses all', respondError(-32000, 'upstream text')],
  ])('responds where another %s', async (_, respond) => {
    const { readCode, url } = await pooled([respond, right])
    for (let times = 0; times < 3; times += 1)
      expect((await readCode()).name).toBe(url(1))
  })

  test('responds at once where the others hang', async () => {
    const { readCode, url } = await pooled([hang, right, hang])
    // The others have a minute, which the test itself does not have.
    expect((await readCode()).name).toBe(url(1))
    expect((await readCode()).name).toBe(url(1))
  })

  test('repeats the whole work', async () => {
    const { endpoints, url } = await pooled([failing, right])
    const parts: string[] = []
    await endpoints.request(
      async (endpoint) => {
        parts.push(`${endpoint.name} chain ${await endpoint.readChainId()}`)
        return endpoint.readCode(`0x${'0'.repeat(40)}`)
      },
      { signal },
    )
    expect(parts.at(-1)).toBe(`${url(1)} chain 7`)
  })

  test('is requested once at most, however long the others take', async () => {
    const { endpoints, recorded } = await pooled([right, right])
    const used: string[] = []
    const work = async ({ name }: RpcEndpoint) => {
      used.push(name)
      recorded.now += HOUR
      throw new InvalidRpcResponseError('Its blocks do not follow.')
    }
    expect(await caught(endpoints.request(work, { signal }))).toBeInstanceOf(
      NoRpcAvailableError,
    )
    expect(used.toSorted()).toEqual(endpoints.names.toSorted())
  })

  test('is the one with the better score', async () => {
    const { readCode, first, recorded, url } = await pooled([right, right])
    await readCode()
    first.respond = failing
    while (recorded.failures.length === 0) {
      recorded.now += HOUR
      await readCode()
    }
    first.respond = right
    recorded.now += 1000
    await readCode()
    await expect.poll(() => checksOf(first)).toBeGreaterThan(1)
    for (let times = 0; times < 10; times += 1)
      expect((await readCode()).name).toBe(url(1))
    expect(recorded.health.get(url(1))).toBeGreaterThan(recorded.health.get(url(0)) ?? 1)
  })

  test('is not always the best one', async () => {
    const { readCode, recorded } = await pooled([right, right])
    const exclude = await readCode()
    await readCode({ exclude })
    const { name: best } = await readCode()
    recorded.random = 0.01
    expect((await readCode()).name).not.toBe(best)
  })
})

describe('a failed endpoint', () => {
  test('backs off longer with every failure, up to a minute', async () => {
    const { readCode, recorded, first } = await pooled([down])
    const pauses: number[] = []
    for (let times = 0; times < 10; times += 1) {
      const error = await caught(readCode())
      const { retryAfterMs } = error as NoRpcAvailableError
      pauses.push(retryAfterMs)
      expect(await caught(readCode())).toMatchObject({
        name: 'NoRpcAvailableError',
        retryAfterMs,
      })
      expect(first.requests.length).toBe(times + 1)
      recorded.now += retryAfterMs
    }
    expect(pauses).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ])
  })

  test('backs off for half of it at least, by chance', async () => {
    const { readCode, recorded } = await pooled([down])
    recorded.random = 0
    expect(await caught(readCode())).toMatchObject({ retryAfterMs: 250 })
  })

  test('backs off at most a second on a demo chain', async () => {
    const { readCode, recorded } = await pooled([down], { isDemo: true })
    for (let times = 0; times < 10; times += 1) {
      const { retryAfterMs } = (await caught(readCode())) as NoRpcAvailableError
      expect(retryAfterMs).toBeLessThanOrEqual(1000)
      recorded.now += retryAfterMs
    }
  })

  test.each([
    ['30', 30_000],
    ['9000', 120_000],
    ['0', 500],
  ])('backs off for its Retry-After, two minutes at most: %s', async (seconds, pause) => {
    const { readCode } = await pooled([respondText(429, '', { 'retry-after': seconds })])
    expect(await caught(readCode())).toMatchObject({ retryAfterMs: pause })
  })

  test('backs off shortly again after a success', async () => {
    const { readCode, first, recorded } = await pooled([down])
    await caught(readCode())
    recorded.now += 500
    await caught(readCode())
    recorded.now += 1000
    first.respond = right
    await readCode()
    first.respond = down
    expect(await caught(readCode())).toMatchObject({ retryAfterMs: 500 })
  })

  test('is used again when it works, though another one does', async () => {
    const { readCode, first, second, recorded, url } = await pooled([down, right])
    await readCode()
    expect(recorded.failures).toEqual([`${url(0)} unreachable`])
    first.respond = right
    recorded.now += 500
    await readCode()
    await expect.poll(() => checksOf(first)).toBe(2)
    second.respond = down
    // It may take the check some time to be over.
    await expect
      .poll(async () => (await readCode().catch(() => undefined))?.name)
      .toBe(url(0))
  })

  test('is named in the error with its failure, without its text', async () => {
    const { readCode, url } = await pooled([down, respondError(-32000, 'upstream text')])
    const error = await caught(readCode())
    expect(error).toBeInstanceOf(NoRpcAvailableError)
    const { message } = error as NoRpcAvailableError
    expect(message).toContain(`${url(0)}: HTTP 502.`)
    expect(message).toContain(`${url(1)}: JSON-RPC error -32000.`)
    expect(message).not.toContain('upstream')
  })

  test('is logged once while it keeps failing', async () => {
    const { readCode, recorded, url } = await pooled([down])
    for (let times = 0; times < 5; times += 1) {
      await caught(readCode())
      recorded.now += 100_000
    }
    expect(recorded.lines).toMatchObject([
      { level: 40, endpoint: url(0), reason: 'HTTP 502.' },
    ])
  })
})

describe('an endpoint of another chain', () => {
  test('is not used, and logged once while it stays so', async () => {
    const { readCode, first, recorded, url } = await pooled([ofChain(8)])
    for (let times = 0; times < 3; times += 1) {
      expect(await caught(readCode())).toMatchObject({
        name: 'ChainIdMismatchError',
        found: 8,
      })
      expect(await caught(readCode())).toBeInstanceOf(ChainIdMismatchError)
      expect(checksOf(first)).toBe(times + 1)
      recorded.now += 60_000
    }
    expect(methodsOf(first.requests)).not.toContain('eth_getCode')
    expect(recorded.lines).toMatchObject([
      { level: 50, endpoint: url(0), found: 8, expected: 7 },
    ])
    expect(recorded.failures).toEqual(Array(3).fill(`${url(0)} wrong_chain`))
    expect(recorded.health.get(url(0))).toBe(0)
  })

  test('is logged again when it returns yet another chain id', async () => {
    const { readCode, first, recorded } = await pooled([ofChain(8)])
    await caught(readCode())
    first.respond = ofChain(9)
    recorded.now += 60_000
    expect(await caught(readCode())).toMatchObject({ found: 9 })
    expect(recorded.lines.length).toBe(2)
  })

  test('is used when it has become one of the right chain', async () => {
    const { readCode, first, recorded } = await pooled([ofChain(8)])
    await caught(readCode())
    first.respond = right
    recorded.now += 59_999
    expect(await caught(readCode())).toBeInstanceOf(ChainIdMismatchError)
    recorded.now += 1
    await readCode()
  })

  test('is requested again after a second on a demo chain', async () => {
    const { readCode, first, recorded } = await pooled([ofChain(8)], { isDemo: true })
    await caught(readCode())
    first.respond = right
    recorded.now += 1000
    await readCode()
  })

  test('is found when it changes during use', async () => {
    const { readCode, first, recorded } = await pooled([right])
    await readCode()
    first.respond = ofChain(8)
    recorded.now += HOUR
    expect(await caught(readCode())).toBeInstanceOf(ChainIdMismatchError)
  })

  test('is the reason for the failure where the others never responded', async () => {
    const { readCode } = await pooled([down, ofChain(8)])
    expect(await caught(readCode())).toBeInstanceOf(ChainIdMismatchError)
  })

  test('is not the reason where another one was right before', async () => {
    const { readCode, first } = await pooled([right, ofChain(8)])
    await readCode()
    first.respond = down
    expect(await caught(readCode())).toBeInstanceOf(NoRpcAvailableError)
  })
})

describe('an endpoint with invalid responses', () => {
  const reason = 'The code is not in bytes.'

  test('is logged with the reason, and backs off', async () => {
    const { readCode, recorded, url } = await pooled([invalid])
    expect(await caught(readCode())).toMatchObject({ retryAfterMs: 500 })
    expect(recorded.lines).toMatchObject([
      { level: 40, chain: 'seven', endpoint: url(0), reason, times: 1 },
    ])
    expect(recorded.failures).toEqual([`${url(0)} bad_answer`])
    expect(recorded.health.get(url(0))).toBeLessThan(0.2)
  })

  test('is logged at most once a minute, with the number of invalid responses', async () => {
    const { endpoints, recorded } = await pooled([right])
    const [name = ''] = endpoints.names
    const penalize = (what: string) => endpoints.penalize({ name }, what)
    for (let times = 0; times < 5; times += 1) penalize('Logs are wrong.')
    penalize('Another reason.')
    recorded.now += 60_000
    penalize('Logs are wrong.')
    recorded.now += 60_000
    penalize('Logs are wrong.')
    expect(recorded.lines.map((line) => [line.reason, line.times])).toEqual([
      ['Logs are wrong.', 1],
      ['Another reason.', 1],
      ['Logs are wrong.', 5],
      ['Logs are wrong.', 1],
    ])
  })

  test('is backed off when it was penalized', async () => {
    const { readCode, endpoints, first, recorded } = await pooled([right])
    endpoints.penalize(await readCode(), 'Logs are spoofed.')
    expect(await caught(readCode())).toMatchObject({
      name: 'NoRpcAvailableError',
      message: expect.stringContaining('Logs are spoofed.'),
    })
    recorded.now += 2000
    await readCode()
    expect(checksOf(first)).toBe(2)
  })

  test('is found by the work, too', async () => {
    const { endpoints, recorded } = await pooled([right, right])
    const used: string[] = []
    const { endpoint } = await endpoints.request(
      async ({ name }) => {
        used.push(name)
        if (used.length === 1)
          throw new InvalidRpcResponseError('Its blocks do not follow.')
      },
      { signal },
    )
    expect(new Set(used)).toEqual(new Set(endpoints.names))
    expect(endpoint.name).toBe(used[1])
    expect(recorded.failures).toEqual([`${used[0]} bad_answer`])
  })

  test('is unaffected by a penalty for an unknown endpoint', async () => {
    const { readCode, endpoints, recorded } = await pooled([right])
    endpoints.penalize({ name: 'http://127.0.0.1:9' }, 'Logs are wrong.')
    await readCode()
    expect(recorded.lines).toEqual([])
  })
})

describe('an error thrown by the work', () => {
  test('is rethrown when it is ours, without effect on the endpoint', async () => {
    const error = new Error('The database is gone.')
    const { readCode, endpoints, recorded } = await pooled([right, right])
    let times = 0
    const work = async () => {
      times += 1
      throw error
    }
    expect(await caught(endpoints.request(work, { signal }))).toBe(error)
    expect(times).toBe(1)
    expect(recorded.failures).toEqual([])
    await readCode()
  })
})

describe('a request that excludes an endpoint', () => {
  test('skips it while another one responds', async () => {
    const { readCode, endpoints } = await pooled([right, right])
    const exclude = await readCode()
    const others = endpoints.names.filter((name) => name !== exclude.name)
    for (let times = 0; times < 3; times += 1) {
      expect([(await readCode({ exclude })).name]).toEqual(others)
    }
  })

  test('skips it when the others fail, too', async () => {
    const { readCode, url, second } = await pooled([right, failing])
    const exclude = await readCode()
    expect(exclude.name).toBe(url(0))
    expect(await caught(readCode({ exclude }))).toBeInstanceOf(NoRpcAvailableError)
    expect(checksOf(second)).toBeGreaterThan(0)
  })

  test('uses it where there is no other', async () => {
    const { readCode, url } = await pooled([right])
    const exclude = await readCode()
    expect((await readCode({ exclude })).name).toBe(url(0))
  })

  test('skips it while it is backed off', async () => {
    const { readCode, endpoints } = await pooled([right, down])
    const exclude = await readCode()
    endpoints.penalize(exclude, 'Logs are spoofed.')
    expect(await caught(readCode({ exclude }))).toBeInstanceOf(NoRpcAvailableError)
  })

  test('ignores an endpoint of another pool', async () => {
    const { readCode } = await pooled([right])
    const { readCode: askOther } = await pooled([right])
    await readCode({ exclude: await askOther() })
  })
})

describe('a signal', () => {
  test('that was aborted before allows no request', async () => {
    const { readCode, first } = await pooled([right])
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(readCode({ signal: stopped })).rejects.toThrow('stopped')
    expect(first.requests).toEqual([])
  })

  test('ends the wait for a node that hangs, and does not count as its failure', async () => {
    const { readCode, first, recorded } = await pooled([hang])
    const stop = new AbortController()
    const asking = caught(readCode({ signal: stop.signal }))
    await expect.poll(() => first.requests.length).toBe(1)
    stop.abort(new Error('stopped'))
    expect(await asking).toEqual(new Error('stopped'))
    expect(recorded.failures).toEqual([])
    first.respond = right
    await readCode()
  })

  test('ends the work that hangs, and does not count as failure', async () => {
    const { readCode, first, recorded } = await pooled([right])
    await readCode()
    first.respond = hang
    const stop = new AbortController()
    const asking = caught(readCode({ signal: stop.signal }))
    await expect.poll(() => first.requests.length).toBe(3)
    stop.abort(new Error('stopped'))
    expect(await asking).toEqual(new Error('stopped'))
    expect(recorded.failures).toEqual([])
  })

  test('of one request does not end another', async () => {
    const { readCode, first } = await pooled([hang])
    const stop = new AbortController()
    const asking = caught(readCode({ signal: stop.signal }))
    const other = readCode()
    await expect.poll(() => first.requests.length).toBe(1)
    first.respond = right
    stop.abort(new Error('stopped'))
    await asking
    await other
    expect(checksOf(first)).toBe(2)
  })
})
