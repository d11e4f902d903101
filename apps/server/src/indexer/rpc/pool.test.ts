import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { testChain } from '../../../test/chain.ts'
import {
  answerError,
  answerText,
  answerWith,
  hang,
  type TestCall,
  type TestNode,
  testNode,
} from '../../../test/indexer/node.ts'
import { noopMetrics } from '../metrics.ts'
import {
  ChainIdMismatchError,
  InvalidRpcResponseError,
  NoRpcAvailableError,
  RangeTooLargeError,
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
  answerWith(({ method }) => (method === 'eth_chainId' ? `0x${id.toString(16)}` : code))
const right = ofChain(7)
const down = answerText(502, 'upstream text')
/** Of the right chain, and what it says of code cannot be true. */
const lying = ofChain(7, 'no code')
/** Of the right chain, and answers nothing else. */
const failing: TestNode['answer'] = (response, asked) =>
  methodsOf([asked]).includes('eth_chainId')
    ? right(response, asked)
    : down(response, asked)

const methodsOf = (asked: (TestCall | TestCall[])[]) =>
  asked.flat().map(({ method }) => method)
const checksOf = ({ asked }: TestNode) =>
  methodsOf(asked).filter((method) => method === 'eth_chainId').length

type Line = {
  level: number
  msg: string
  endpoint: string
  reason?: string
  times?: number
}

async function pooled(answers: TestNode['answer'][], changes: { isDemo?: boolean } = {}) {
  const nodes = await Promise.all(answers.map(testNode))
  stops.push(...nodes.map(({ stop }) => stop))
  const [first, second] = nodes
  const told = {
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
    answerBytes: 1_000_000,
    isDemo: false,
    log: pino({ base: null }, { write: (line) => told.lines.push(JSON.parse(line)) }),
    metrics: {
      ...noopMetrics,
      rpcFailure: (_, endpoint, kind) => told.failures.push(`${endpoint} ${kind}`),
      rpcHealth: (_, endpoint, score) => told.health.set(endpoint, score),
    },
    random: () => told.random,
    now: () => told.now,
    ...changes,
  })
  const code = (endpoint: RpcEndpoint) => endpoint.readCode(`0x${'0'.repeat(40)}`)
  return {
    endpoints,
    told,
    url: (at: number) => nodes[at]?.url ?? '',
    // Safe enough for a test: those that are asked for were opened.
    first: first as TestNode,
    second: second as TestNode,
    /** Asks for code, and answers who told it. */
    ask: async (options: { exclude?: RpcEndpoint; signal?: AbortSignal } = {}) => {
      const { answer, endpoint } = await endpoints.request(code, { signal, ...options })
      expect(answer).toBe('0xc0de')
      return endpoint
    },
  }
}

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('an endpoint', () => {
  test('is asked for its chain before its first use, then every hour', async () => {
    const { ask, first, told } = await pooled([right])
    await ask()
    expect(methodsOf(first.asked)).toEqual(['eth_chainId', 'eth_getCode'])
    told.now = HOUR - 1
    await ask()
    expect(checksOf(first)).toBe(1)
    told.now = HOUR
    await ask()
    expect(checksOf(first)).toBe(2)
  })

  test('is asked for its chain after each failure', async () => {
    const { ask, first, told } = await pooled([right])
    await ask()
    first.answer = down
    await expect(ask()).rejects.toThrow(NoRpcAvailableError)
    first.answer = right
    told.now = 500
    await ask()
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
      answerBytes: 1_000_000,
      isDemo: true,
      log: pino({ level: 'silent' }),
      metrics: noopMetrics,
    })
    const read = (endpoint: RpcEndpoint) => endpoint.readHeader('latest')
    const { answer, endpoint } = await endpoints.request(read, { signal })
    expect(answer?.number).toBeGreaterThan(0)
    expect(endpoint.name).toBe(chain.url)
    expect(endpoints.names).toEqual([chain.url])
  })

  test('is named by its origin, and counted where two have the same', async () => {
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
      answerBytes: 1,
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
    ['answers its chain only', failing],
    ['lies', lying],
    ['lies about its chain', ofChain(8)],
    ['tells no chain', answerWith(() => null)],
    ['refuses all', answerError(-32000, 'upstream text')],
  ])('answers where one %s', async (_, answer) => {
    const { ask, url } = await pooled([answer, right])
    for (let times = 0; times < 3; times += 1) expect((await ask()).name).toBe(url(1))
  })

  test('answers at once where the others hang', async () => {
    const { ask, url } = await pooled([hang, right, hang])
    // The others have a minute, which the test itself does not have.
    expect((await ask()).name).toBe(url(1))
    expect((await ask()).name).toBe(url(1))
  })

  test('does the whole of the work again', async () => {
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

  test('is asked once at most, however long the others take', async () => {
    const { endpoints, told } = await pooled([right, right])
    const used: string[] = []
    const work = async ({ name }: RpcEndpoint) => {
      used.push(name)
      told.now += HOUR
      throw new InvalidRpcResponseError('Its blocks do not follow.')
    }
    expect(await caught(endpoints.request(work, { signal }))).toBeInstanceOf(
      NoRpcAvailableError,
    )
    expect(used.toSorted()).toEqual(endpoints.names.toSorted())
  })

  test('is the one with the better score', async () => {
    const { ask, first, told, url } = await pooled([right, right])
    await ask()
    first.answer = failing
    while (told.failures.length === 0) {
      told.now += HOUR
      await ask()
    }
    first.answer = right
    told.now += 1000
    await ask()
    await expect.poll(() => checksOf(first)).toBeGreaterThan(1)
    for (let times = 0; times < 10; times += 1) expect((await ask()).name).toBe(url(1))
    expect(told.health.get(url(1))).toBeGreaterThan(told.health.get(url(0)) ?? 1)
  })

  test('is another than the best one now and then', async () => {
    const { ask, told } = await pooled([right, right])
    const exclude = await ask()
    await ask({ exclude })
    const { name: best } = await ask()
    told.random = 0.01
    expect((await ask()).name).not.toBe(best)
  })
})

describe('a failed endpoint', () => {
  test('pauses longer with every failure, up to a minute', async () => {
    const { ask, told, first } = await pooled([down])
    const pauses: number[] = []
    for (let times = 0; times < 10; times += 1) {
      const error = await caught(ask())
      const { retryAfterMs } = error as NoRpcAvailableError
      pauses.push(retryAfterMs)
      expect(await caught(ask())).toMatchObject({ name: 'NoEndpoint', retryAfterMs })
      expect(first.asked.length).toBe(times + 1)
      told.now += retryAfterMs
    }
    expect(pauses).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ])
  })

  test('pauses for half of it at least, as chance has it', async () => {
    const { ask, told } = await pooled([down])
    told.random = 0
    expect(await caught(ask())).toMatchObject({ retryAfterMs: 250 })
  })

  test('pauses at most a second on a demo chain', async () => {
    const { ask, told } = await pooled([down], { isDemo: true })
    for (let times = 0; times < 10; times += 1) {
      const { retryAfterMs } = (await caught(ask())) as NoRpcAvailableError
      expect(retryAfterMs).toBeLessThanOrEqual(1000)
      told.now += retryAfterMs
    }
  })

  test.each([
    ['30', 30_000],
    ['9000', 120_000],
    ['0', 500],
  ])('pauses as long as it asks for, two minutes at most: %s', async (seconds, pause) => {
    const { ask } = await pooled([answerText(429, '', { 'retry-after': seconds })])
    expect(await caught(ask())).toMatchObject({ retryAfterMs: pause })
  })

  test('starts with short pauses again when it has worked', async () => {
    const { ask, first, told } = await pooled([down])
    await caught(ask())
    told.now += 500
    await caught(ask())
    told.now += 1000
    first.answer = right
    await ask()
    first.answer = down
    expect(await caught(ask())).toMatchObject({ retryAfterMs: 500 })
  })

  test('is found again when it works, though another one does', async () => {
    const { ask, first, second, told, url } = await pooled([down, right])
    await ask()
    expect(told.failures).toEqual([`${url(0)} unreachable`])
    first.answer = right
    told.now += 500
    await ask()
    await expect.poll(() => checksOf(first)).toBe(2)
    second.answer = down
    // It may take the check some time to be over.
    await expect.poll(async () => (await ask().catch(() => undefined))?.name).toBe(url(0))
  })

  test('is told in the error with what it did, in our words', async () => {
    const { ask, url } = await pooled([down, answerError(-32000, 'upstream text')])
    const error = await caught(ask())
    expect(error).toBeInstanceOf(NoRpcAvailableError)
    const { message } = error as NoRpcAvailableError
    expect(message).toContain(`${url(0)}: HTTP 502.`)
    expect(message).toContain(`${url(1)}: JSON-RPC error -32000.`)
    expect(message).not.toContain('upstream')
  })

  test('is logged once while it goes on failing', async () => {
    const { ask, told, url } = await pooled([down])
    for (let times = 0; times < 5; times += 1) {
      await caught(ask())
      told.now += 100_000
    }
    expect(told.lines).toMatchObject([
      { level: 40, endpoint: url(0), reason: 'HTTP 502.' },
    ])
  })
})

describe('an endpoint of another chain', () => {
  test('is not used, and logged once while it stays so', async () => {
    const { ask, first, told, url } = await pooled([ofChain(8)])
    for (let times = 0; times < 3; times += 1) {
      expect(await caught(ask())).toMatchObject({ name: 'WrongChain', found: 8 })
      expect(await caught(ask())).toBeInstanceOf(ChainIdMismatchError)
      expect(checksOf(first)).toBe(times + 1)
      told.now += 60_000
    }
    expect(methodsOf(first.asked)).not.toContain('eth_getCode')
    expect(told.lines).toMatchObject([
      { level: 50, endpoint: url(0), found: 8, expected: 7 },
    ])
    expect(told.failures).toEqual(Array(3).fill(`${url(0)} wrong_chain`))
    expect(told.health.get(url(0))).toBe(0)
  })

  test('is logged again when it is of yet another chain', async () => {
    const { ask, first, told } = await pooled([ofChain(8)])
    await caught(ask())
    first.answer = ofChain(9)
    told.now += 60_000
    expect(await caught(ask())).toMatchObject({ found: 9 })
    expect(told.lines.length).toBe(2)
  })

  test('is used when it has become one of the right chain', async () => {
    const { ask, first, told } = await pooled([ofChain(8)])
    await caught(ask())
    first.answer = right
    told.now += 59_999
    expect(await caught(ask())).toBeInstanceOf(ChainIdMismatchError)
    told.now += 1
    await ask()
  })

  test('is asked again after a second on a demo chain', async () => {
    const { ask, first, told } = await pooled([ofChain(8)], { isDemo: true })
    await caught(ask())
    first.answer = right
    told.now += 1000
    await ask()
  })

  test('is found out when it changes while it is used', async () => {
    const { ask, first, told } = await pooled([right])
    await ask()
    first.answer = ofChain(8)
    told.now += HOUR
    expect(await caught(ask())).toBeInstanceOf(ChainIdMismatchError)
  })

  test('makes the whole chain wrong where the others never answered', async () => {
    const { ask } = await pooled([down, ofChain(8)])
    expect(await caught(ask())).toBeInstanceOf(ChainIdMismatchError)
  })

  test('does not make the chain wrong where another was right before', async () => {
    const { ask, first } = await pooled([right, ofChain(8)])
    await ask()
    first.answer = down
    expect(await caught(ask())).toBeInstanceOf(NoRpcAvailableError)
  })
})

describe('an endpoint that lies', () => {
  const reason = 'The code is not in bytes.'

  test('is named in the log with our sentence, and pauses', async () => {
    const { ask, told, url } = await pooled([lying])
    expect(await caught(ask())).toMatchObject({ retryAfterMs: 500 })
    expect(told.lines).toMatchObject([
      { level: 40, chain: 'seven', endpoint: url(0), reason, times: 1 },
    ])
    expect(told.failures).toEqual([`${url(0)} bad_answer`])
    expect(told.health.get(url(0))).toBeLessThan(0.2)
  })

  test('is logged at most once a minute, with how often it lied', async () => {
    const { endpoints, told } = await pooled([right])
    const [name = ''] = endpoints.names
    const accuse = (what: string) => endpoints.penalize({ name }, what)
    for (let times = 0; times < 5; times += 1) accuse('It lied.')
    accuse('It lied otherwise.')
    told.now += 60_000
    accuse('It lied.')
    told.now += 60_000
    accuse('It lied.')
    expect(told.lines.map((line) => [line.reason, line.times])).toEqual([
      ['It lied.', 1],
      ['It lied otherwise.', 1],
      ['It lied.', 5],
      ['It lied.', 1],
    ])
  })

  test('is left alone when it was accused', async () => {
    const { ask, endpoints, first, told } = await pooled([right])
    endpoints.penalize(await ask(), 'Its logs are forged.')
    expect(await caught(ask())).toMatchObject({
      name: 'NoEndpoint',
      message: expect.stringContaining('Its logs are forged.'),
    })
    told.now += 2000
    await ask()
    expect(checksOf(first)).toBe(2)
  })

  test('is found out by the work as well', async () => {
    const { endpoints, told } = await pooled([right, right])
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
    expect(told.failures).toEqual([`${used[0]} bad_answer`])
  })

  test('is not found where an unknown endpoint is accused', async () => {
    const { ask, endpoints, told } = await pooled([right])
    endpoints.penalize({ name: 'http://127.0.0.1:9' }, 'It lied.')
    await ask()
    expect(told.lines).toEqual([])
  })
})

describe('what was thrown by the work', () => {
  test.each([
    ['a refused range', new RangeTooLargeError('Too many logs at once.')],
    ['an error of ours', new Error('The database is gone.')],
  ])('passes through when it is %s, without harm to the endpoint', async (_, error) => {
    const { ask, endpoints, told } = await pooled([right, right])
    let times = 0
    const work = async () => {
      times += 1
      throw error
    }
    expect(await caught(endpoints.request(work, { signal }))).toBe(error)
    expect(times).toBe(1)
    expect(told.failures).toEqual([])
    await ask()
  })

  test('is counted when it is a range that the node refused', async () => {
    const refusing: TestNode['answer'] = (response, asked) =>
      methodsOf([asked]).includes('eth_chainId')
        ? right(response, asked)
        : answerError(-32005, 'query returned more than 10000 results')(response, asked)
    const { endpoints, told, url } = await pooled([refusing])
    const read = (endpoint: RpcEndpoint) =>
      endpoint.readLogs([`0x${'0'.repeat(40)}`], 1, 2)
    await expect(endpoints.request(read, { signal })).rejects.toThrow(RangeTooLargeError)
    expect(told.failures).toEqual([`${url(0)} refused`])
  })
})

describe('a request that excludes an endpoint', () => {
  test('is not asked while another one answers', async () => {
    const { ask, endpoints } = await pooled([right, right])
    const exclude = await ask()
    const others = endpoints.names.filter((name) => name !== exclude.name)
    for (let times = 0; times < 3; times += 1) {
      expect([(await ask({ exclude })).name]).toEqual(others)
    }
  })

  test('is not asked either when the others fail', async () => {
    const { ask, url, second } = await pooled([right, failing])
    const exclude = await ask()
    expect(exclude.name).toBe(url(0))
    expect(await caught(ask({ exclude }))).toBeInstanceOf(NoRpcAvailableError)
    expect(checksOf(second)).toBeGreaterThan(0)
  })

  test('is asked where there is no other', async () => {
    const { ask, url } = await pooled([right])
    const exclude = await ask()
    expect((await ask({ exclude })).name).toBe(url(0))
  })

  test('is not asked while it pauses itself', async () => {
    const { ask, endpoints } = await pooled([right, down])
    const exclude = await ask()
    endpoints.penalize(exclude, 'Its logs are forged.')
    expect(await caught(ask({ exclude }))).toBeInstanceOf(NoRpcAvailableError)
  })

  test('is no matter when it is of another pool', async () => {
    const { ask } = await pooled([right])
    const { ask: askOther } = await pooled([right])
    await ask({ exclude: await askOther() })
  })
})

describe('a signal', () => {
  test('that was aborted before lets nothing be asked', async () => {
    const { ask, first } = await pooled([right])
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(ask({ signal: stopped })).rejects.toThrow('stopped')
    expect(first.asked).toEqual([])
  })

  test('ends the wait for a node that hangs, and does not count as its failure', async () => {
    const { ask, first, told } = await pooled([hang])
    const stop = new AbortController()
    const asking = caught(ask({ signal: stop.signal }))
    await expect.poll(() => first.asked.length).toBe(1)
    stop.abort(new Error('stopped'))
    expect(await asking).toEqual(new Error('stopped'))
    expect(told.failures).toEqual([])
    first.answer = right
    await ask()
  })

  test('ends the work that hangs, and does not count as failure', async () => {
    const { ask, first, told } = await pooled([right])
    await ask()
    first.answer = hang
    const stop = new AbortController()
    const asking = caught(ask({ signal: stop.signal }))
    await expect.poll(() => first.asked.length).toBe(3)
    stop.abort(new Error('stopped'))
    expect(await asking).toEqual(new Error('stopped'))
    expect(told.failures).toEqual([])
  })

  test('of one who asks does not end what another waits for', async () => {
    const { ask, first } = await pooled([hang])
    const stop = new AbortController()
    const asking = caught(ask({ signal: stop.signal }))
    const other = ask()
    await expect.poll(() => first.asked.length).toBe(1)
    first.answer = right
    stop.abort(new Error('stopped'))
    await asking
    await other
    expect(checksOf(first)).toBe(2)
  })
})
