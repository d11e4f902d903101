import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type Address, numberToHex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { testChain } from '../../../test/chain.ts'
import { launcher } from '../../../test/collections/launch.ts'
import {
  hang,
  respondError,
  respondText,
  respondWith,
  sendJson,
  type TestCall,
  type TestNode,
  testNode,
} from '../../../test/indexer/node.ts'
import { ada } from '../../../test/server.ts'
import {
  type CachedLogs,
  InvalidRpcResponseError,
  RpcUnavailableError,
} from './endpoint.ts'
import { createHttpEndpoint } from './http-endpoint.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const options = {
  timeoutMs: 10_000,
  maxResponseBytes: 1_000_000,
  requestsPerSecond: 10_000,
}
const signal = new AbortController().signal

type Responder = TestNode['respond']

async function connectTo(respond: Responder, changes: Partial<typeof options> = {}) {
  const node = await testNode(respond)
  stops.push(node.stop)
  return { node, endpoint: createHttpEndpoint(node.url, { ...options, ...changes }) }
}

const word = (digits: string) => `0x${digits.padStart(64, '0')}` as const
const factory: Address = `0x${'fa'.repeat(20)}`
const header = (number: number, changes: object = {}) => ({
  number: numberToHex(number),
  hash: word(`b${number + 1}`),
  parentHash: word(`b${number}`),
  timestamp: numberToHex(1_700_000_000 + number),
  ...changes,
})
const headerOf = ({ params: [number] }: TestCall) => header(Number(number))
const log = (changes: object = {}) => ({
  address: factory,
  topics: [word('1')],
  data: '0xabcd',
  blockNumber: '0x5',
  blockHash: word('b5'),
  transactionHash: word('c5'),
  logIndex: '0x0',
  blockTimestamp: '0x6553f100',
  removed: false,
  ...changes,
})
const readTen = async (respond: Responder, changes: Partial<typeof options> = {}) =>
  (await connectTo(respond, changes)).endpoint.readLogs([factory], 1, 10)

describe('a node', () => {
  test('returns chain id, code, headers and logs', async () => {
    const chain = await testChain()
    stops.push(chain.stop)
    const launch = launcher(chain)
    await launch.fund(ada)
    await launch.create(ada)
    const endpoint = createHttpEndpoint(chain.url, options)
    const { factory: address } = chain.contracts
    const head = await endpoint.readHeader('latest')
    if (!head) throw new Error('Head is missing: got undefined')

    expect(await endpoint.readChainId()).toBe(chain.id)
    expect(await endpoint.readCode(address)).toMatch(/^0x[0-9a-f]{100,}$/)
    expect(await endpoint.readCode(factory)).toBe('0x')
    expect(await endpoint.readHeader(head.number)).toEqual(head)
    expect(await endpoint.readHeader(head.number + 1)).toBeUndefined()
    const numbers = [head.number + 1, head.number, 0, head.number - 1]
    const [none, same, genesis, parent] = await endpoint.readHeaders(numbers)
    expect([none, same, genesis?.number]).toEqual([undefined, head, 0])
    expect(parent?.hash).toBe(head.parentHash)

    const logs = await endpoint.readLogs([address], 0, head.number)
    const client = await chain.client.getLogs({
      address,
      fromBlock: 0n,
      toBlock: 'latest',
    })
    expect(logs.length).toBeGreaterThan(0)
    expect(
      logs.map(({ topics, data, blockHash }) => ({ topics, data, blockHash })),
    ).toEqual(client.map(({ topics, data, blockHash }) => ({ topics, data, blockHash })))
  })

  test('is requested over the same connections again', async () => {
    const { endpoint, node } = await connectTo(respondWith(() => '0x1'))
    const sockets = new Set<unknown>()
    const { respond } = node
    node.respond = (response, call) => {
      sockets.add(response.socket)
      respond(response, call)
    }
    for (let times = 0; times < 20; times += 1) await endpoint.readChainId()
    expect(sockets.size).toBeLessThan(10)
  })

  test('gets the credentials of its URL, which its name does not contain', async () => {
    const { node } = await connectTo(respondWith(() => '0x1'))
    const url = `${node.url.replace('//', '//user:p%40ss@')}/secret/path`
    const endpoint = createHttpEndpoint(url, options)
    await endpoint.readChainId()
    expect(node.headers.at(-1)).toMatchObject({
      authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    })
    expect(endpoint.name).toBe(node.url)
  })

  test('is requested in parts for long address lists, joined in chain order', async () => {
    const addresses = Array.from(
      { length: 1001 },
      (_, at): Address => `0x${at.toString(16).padStart(40, '0')}`,
    )
    const { endpoint, node } = await connectTo(
      respondWith(({ params }) => {
        const [{ address }] = params as [{ address: string[] }]
        return [log({ address: address[0], logIndex: numberToHex(Number(address[0])) })]
      }),
    )
    const logs = await endpoint.readLogs(addresses, 1, 10)
    expect(node.requests.length).toBe(3)
    expect(logs.map(({ logIndex }) => logIndex)).toEqual([0, 500, 1000])
  })
})

test('a range whose responses are too large together is refused', async () => {
  const addresses = Array.from(
    { length: 2501 },
    (_, at): Address => `0x${at.toString(16).padStart(40, '0')}`,
  )
  const { endpoint, node } = await connectTo(
    respondWith(({ params }) => {
      const [{ address }] = params as [{ address: string[] }]
      return Array.from({ length: 13_000 }, (_, at) =>
        log({
          address: address[0],
          logIndex: numberToHex(Number(address[0]) * 100 + at),
        }),
      )
    }),
    { maxResponseBytes: 100_000_000 },
  )
  await expect(endpoint.readLogs(addresses, 1, 10)).rejects.toMatchObject({
    kind: 'tooLarge',
  })
  expect(node.requests.length).toBe(4)
  expect(await endpoint.readLogs(addresses, 5, 5)).toHaveLength(6 * 13_000)
})

describe('logs', () => {
  test('are sorted, with the block time where the node sends it', async () => {
    const logs = await readTen(
      respondWith(() => [
        log({ blockNumber: '0x6', blockHash: word('b6'), blockTimestamp: undefined }),
        log({ logIndex: '0x10' }),
        log({ logIndex: '0x2', address: factory.toUpperCase().replace('X', 'x') }),
      ]),
    )
    expect(logs.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
      [5, 2],
      [5, 16],
      [6, 0],
    ])
    expect(logs.map(({ blockTime }) => blockTime)).toEqual([
      new Date(0x6553f100 * 1000),
      new Date(0x6553f100 * 1000),
      null,
    ])
    expect(logs[0]?.address).toBe(factory)
  })

  test('have no time where the node sends zero', async () => {
    const [one] = await readTen(respondWith(() => [log({ blockTimestamp: '0x0' })]))
    expect(one?.blockTime).toBeNull()
  })

  test('that are sent twice count once', async () => {
    expect(await readTen(respondWith(() => [log(), log()]))).toHaveLength(1)
  })

  const invalidResults: [string, unknown][] = [
    ['no list', {}],
    ['no objects', [5]],
    ['nothing', [null]],
    ['lists', [[]]],
    ['of an address that was not requested', [log({ address: `0x${'0'.repeat(40)}` })]],
    ['of no address', [log({ address: null })]],
    ['of an earlier block', [log({ blockNumber: '0x0' })]],
    ['of a later block', [log({ blockNumber: '0xb' })]],
    ['of a block number that is no number', [log({ blockNumber: 'five' })]],
    ['of a block beyond all numbers', [log({ blockNumber: `0x${'f'.repeat(16)}` })]],
    ['at an absurd index', [log({ logIndex: numberToHex(2 ** 40) })]],
    ['at no index', [log({ logIndex: null })]],
    ['with a short topic', [log({ topics: ['0x01'] })]],
    ['with a long topic', [log({ topics: [`${word('1')}00`] })]],
    ['with a topic that is no text', [log({ topics: [1] })]],
    ['without topics', [log({ topics: [] })]],
    ['with five topics', [log({ topics: Array(5).fill(word('1')) })]],
    ['with topics that are no list', [log({ topics: word('1') })]],
    ['with half a byte of data', [log({ data: '0xabc' })]],
    ['with data that is not hexadecimal', [log({ data: '0xzz' })]],
    ['without data', [log({ data: undefined })]],
    ['of a pending block', [log({ blockHash: null })]],
    ['of a short block hash', [log({ blockHash: '0x12' })]],
    ['of no transaction', [log({ transactionHash: null })]],
    ['removed', [log({ removed: true })]],
    ['at an absurd time', [log({ blockTimestamp: '0xffffffffffff' })]],
    ['at the same place, and different', [log(), log({ data: '0x' })]],
    [
      'at the same place, of two transactions',
      [log(), log({ transactionHash: word('d') })],
    ],
    ['at the same place, with other topics', [log(), log({ topics: [word('2')] })]],
    [
      'of one block with two hashes',
      [log(), log({ logIndex: '0x1', blockHash: word('e') })],
    ],
    [
      'of one block with two times',
      [log(), log({ logIndex: '0x1', blockTimestamp: '0x1' })],
    ],
  ]
  test.each(invalidResults)('that are %s are an invalid response', async (_, result) => {
    await expect(readTen(respondWith(() => result))).rejects.toThrow(
      InvalidRpcResponseError,
    )
  })

  test.each(invalidResults)(
    'that are %s are an invalid response after a valid one, too',
    async (_, result) => {
      const before = log({ blockNumber: '0x4', blockHash: word('b4') })
      const body = Array.isArray(result) ? [before, ...result] : result
      await expect(readTen(respondWith(() => body))).rejects.toThrow(
        InvalidRpcResponseError,
      )
    },
  )

  test('of one block and transaction keep what differs', async () => {
    const differing = [
      {},
      { topics: [word('2'), word('3')], logIndex: '0x1' },
      { data: '0x', logIndex: '0x2' },
      { transactionHash: word('c6'), logIndex: '0x3' },
      { blockNumber: '0x6', blockHash: word('b6'), blockTimestamp: '0x6553f10c' },
      { blockNumber: '0x7', blockHash: word('b7'), blockTimestamp: null },
    ].map((changes) => log(changes))
    const logs = await readTen(respondWith(() => differing))
    const returned = logs.map((one) => ({
      ...one,
      blockNumber: numberToHex(one.blockNumber),
      logIndex: numberToHex(one.logIndex),
      blockTimestamp: one.blockTime && numberToHex(one.blockTime.getTime() / 1000),
      blockTime: undefined,
      removed: false,
    }))
    expect(returned).toEqual(differing)
  })

  test('that the node lacks make it unavailable', async () => {
    await expect(readTen(respondWith(() => null))).rejects.toThrow(RpcUnavailableError)
  })
})

describe('a second fetch', () => {
  async function readTwice(one: Responder, other: Responder) {
    const cache: CachedLogs = new Map()
    const first = (await connectTo(one)).endpoint
    // Its questions have other numbers than those of the first.
    const second = (await connectTo(other)).endpoint
    await second.readChainId().catch(() => {})
    const before = await first.readLogs([factory], 1, 10, { cache })
    return { before, after: await second.readLogs([factory], 1, 10, { cache }) }
  }
  const returned = [log(), log({ logIndex: '0x1' })]

  test('with the same text returns the same logs', async () => {
    const { before, after } = await readTwice(
      respondWith(() => returned),
      respondWith(() => returned),
    )
    expect(after).toEqual(before)
    expect(after[1]).toBe(before[1])
  })

  test('with another text returns equal logs', async () => {
    const { before, after } = await readTwice(
      respondWith(() => returned),
      respondWith(() =>
        returned.map((one) => Object.fromEntries(Object.entries(one).reverse())),
      ),
    )
    expect(after).toEqual(before)
    expect(after[1]).not.toBe(before[1])
  })

  test.each([
    { data: '0xabce' },
    { topics: [word('1'), word('1')] },
    { transactionHash: word('c6') },
    { blockHash: word('b6') },
    { blockNumber: '0x6' },
    { blockTimestamp: '0x6553f101' },
  ])('returns what differs: %j', async (changes) => {
    const one = respondWith(() => [log()])
    const other = respondWith(() => [log(changes)])
    const { before, after } = await readTwice(one, other)
    expect(after).not.toEqual(before)
    expect(after).toEqual(await readTen(other))
  })

  test('is validated like the first', async () => {
    const one = respondWith(() => returned)
    const override = respondWith(() => [log({ blockNumber: '0xb' })])
    await expect(readTwice(one, override)).rejects.toThrow(InvalidRpcResponseError)
    await expect(readTwice(one, respondError(-32000, 'no'))).rejects.toThrow(
      RpcUnavailableError,
    )
    await expect(readTwice(one, respondText(500, ''))).rejects.toThrow(
      RpcUnavailableError,
    )
  })
})

describe('a compressed response', () => {
  const zipped =
    (body: (id: unknown) => string): Responder =>
    (response, call) => {
      const id = Array.isArray(call) ? null : call.id
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body(id)))
    }

  test('is read', async () => {
    const body = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' })
    const { endpoint, node } = await connectTo(zipped(body))
    expect(await endpoint.readChainId()).toBe(1)
    expect(node.headers.at(-1)).toMatchObject({ 'accept-encoding': 'gzip' })
  })

  test('has the same size limit', async () => {
    const { endpoint } = await connectTo(zipped(() => ' '.repeat(5_000_000)))
    await expect(endpoint.readChainId()).rejects.toThrow(
      'Response is larger than 1000000 bytes.',
    )
  })

  test('that is not compressed or truncated makes the node unavailable', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const { endpoint, node } = await connectTo(
      respondText(200, 'not compressed', headers),
    )
    await expect(endpoint.readChainId()).rejects.toThrow(RpcUnavailableError)
    node.respond = (response) => {
      response.writeHead(200, headers).end(gzipSync('{"jsonrpc"').subarray(0, -4))
    }
    await expect(endpoint.readChainId()).rejects.toThrow(RpcUnavailableError)
  })
})

describe('a header', () => {
  const invalidResults: [string, object | string][] = [
    ['of another block', header(6)],
    ['that is no object', 'block'],
    ['without a number', header(5, { number: null })],
    ['without a hash', header(5, { hash: null })],
    ['without a parent', header(5, { parentHash: undefined })],
    ['without a time', header(5, { timestamp: undefined })],
    ['with a time that is no number', header(5, { timestamp: '1.7e9' })],
    ['of an absurd time', header(5, { timestamp: '0xffffffffffff' })],
  ]
  test.each(invalidResults)('%s is an invalid response', async (_, result) => {
    const { endpoint } = await connectTo(respondWith(() => result))
    await expect(endpoint.readHeader(5)).rejects.toThrow(InvalidRpcResponseError)
    await expect(endpoint.readHeaders([5, 5])).rejects.toThrow(InvalidRpcResponseError)
  })

  test('of the latest block without a hash is an invalid response', async () => {
    const { endpoint } = await connectTo(respondWith(() => header(5, { hash: null })))
    await expect(endpoint.readHeader('latest')).rejects.toThrow(InvalidRpcResponseError)
  })

  test('is undefined where there is no such block', async () => {
    const { endpoint } = await connectTo(respondWith(() => null))
    expect(await endpoint.readHeader(5)).toBeUndefined()
    expect(await endpoint.readHeader('latest')).toBeUndefined()
  })
})

test.each([null, -1, 1.5, '1.5', '', '0x', '0xg', '0xffffffffffffffff', [], {}])(
  '%j is no chain id',
  async (result) => {
    const { endpoint } = await connectTo(respondWith(() => result))
    await expect(endpoint.readChainId()).rejects.toThrow(InvalidRpcResponseError)
  },
)

test.each([null, '0x1', 'code', 5])('%j is no code', async (result) => {
  const { endpoint } = await connectTo(respondWith(() => result))
  await expect(endpoint.readCode(factory)).rejects.toThrow(InvalidRpcResponseError)
})

describe('several headers', () => {
  const requests = (node: TestNode) =>
    node.requests.map((call) => (Array.isArray(call) ? call.length : 1))
  const upTo = (count: number) => Array.from({ length: count }, (_, number) => number)

  test('are requested in batches of at most a hundred', async () => {
    const { endpoint, node } = await connectTo(respondWith(headerOf))
    const headers = await endpoint.readHeaders(upTo(250))
    expect(headers.map((found) => found?.number)).toEqual(upTo(250))
    expect(requests(node).toSorted()).toEqual([100, 100, 50])
  })

  test('are requested in batches within the rate limit', async () => {
    const { endpoint, node } = await connectTo(respondWith(headerOf), {
      requestsPerSecond: 60,
    })
    await endpoint.readHeaders(upTo(61))
    expect(requests(node)).toEqual([60, 1])
  })

  test('may come in any order', async () => {
    const { endpoint } = await connectTo((response, calls) => {
      const members = [calls]
        .flat()
        .map((call) => ({ id: call.id, result: headerOf(call) }))
      sendJson(response, members.toReversed())
    })
    const headers = await endpoint.readHeaders([3, 9, 4])
    expect(headers.map((found) => found?.number)).toEqual([3, 9, 4])
  })

  const refusals: [string, Responder][] = [
    ['an error for the whole', respondError(-32600, 'batch requests are not supported')],
    ['an error with a status of 500', respondError(-32000, 'too many in a batch', 500)],
    ['a status of 400', respondText(400, 'no batches')],
    ['a status of 413', respondText(413, '')],
    [
      'an error for each member',
      (response, calls) =>
        sendJson(
          response,
          [calls]
            .flat()
            .map(({ id }) => ({ id, error: { code: -32600, message: 'no' } })),
        ),
    ],
  ]
  test.each(refusals)(
    'are requested one by one after %s, from then on',
    async (_, refuse) => {
      const correct = respondWith(headerOf)
      const { endpoint, node } = await connectTo((response, calls) =>
        (Array.isArray(calls) ? refuse : correct)(response, calls),
      )
      const headers = await endpoint.readHeaders(upTo(20))
      expect(headers.map((found) => found?.number)).toEqual(upTo(20))
      node.requests.length = 0
      await endpoint.readHeaders([1, 2])
      expect(requests(node)).toEqual([1, 1])
    },
  )

  test('are requested in smaller batches where only large ones are refused', async () => {
    const correct = respondWith(headerOf)
    const { endpoint, node } = await connectTo((response, calls) =>
      ([calls].flat().length > 10 ? respondText(400, '') : correct)(response, calls),
    )
    await endpoint.readHeaders(upTo(20))
    await endpoint.readHeaders(upTo(20))
    expect(requests(node)).toEqual([20, 10, 10, 10, 10])
  })

  test('are requested in batches again when the node failed altogether', async () => {
    const { endpoint, node } = await connectTo(respondError(-32603, 'internal error'))
    await expect(endpoint.readHeaders([1, 2])).rejects.toThrow(RpcUnavailableError)
    node.respond = respondWith(headerOf)
    await endpoint.readHeaders([1, 2])
    expect(requests(node).at(-1)).toBe(2)
  })

  const failures: [string, Responder][] = [
    [
      'a missing member',
      (response, calls) => respondWith(headerOf)(response, [calls].flat().slice(1)),
    ],
    [
      'a failed member',
      (response, calls) => {
        const [first, ...others] = [calls].flat()
        const error = { code: -32000, message: 'unknown block' }
        const members = others.map((call) => ({ id: call.id, result: headerOf(call) }))
        sendJson(response, [{ id: first?.id, error }, ...members])
      },
    ],
    ['a rate limit for the whole', respondError(-32005, 'rate limit exceeded')],
    [
      'a rate limit for a member',
      (response, calls) => {
        const error = { code: -32005, message: 'too many requests' }
        sendJson(
          response,
          [calls].flat().map(({ id }) => ({ id, error })),
        )
      },
    ],
    ['a bad gateway', respondText(502, '<html>Bad gateway</html>')],
    ['a refused key', respondText(401, 'unauthorized')],
  ]
  test.each(failures)('do not come after %s', async (_, respond) => {
    const { endpoint, node } = await connectTo(respond)
    await expect(endpoint.readHeaders([1, 2, 3])).rejects.toThrow(RpcUnavailableError)
    expect(requests(node)).toEqual([3])
  })

  const invalidResults: [string, (calls: TestCall[]) => unknown][] = [
    [
      'ids that were not sent',
      (calls) => calls.map((call) => ({ id: -call.id, result: headerOf(call) })),
    ],
    [
      'the same id twice',
      ([first]) => [1, 2, 3].map(() => ({ id: first?.id, result: null })),
    ],
    ['members that are nothing', (calls) => calls.map(() => null)],
    ['members without a result', (calls) => calls.map(({ id }) => ({ id }))],
    ['one response for all', ([first]) => ({ id: first?.id, result: null })],
  ]
  test.each(invalidResults)('are an invalid response with %s', async (_, respond) => {
    const { endpoint } = await connectTo((response, calls) =>
      sendJson(response, respond([calls].flat())),
    )
    await expect(endpoint.readHeaders([1, 2, 3])).rejects.toThrow(InvalidRpcResponseError)
  })
})

describe('an unavailable node', () => {
  const secret = 'internal upstream text'
  const failures: [string, Responder, string][] = [
    ['a node that hangs', hang, 'Request timeout.'],
    [
      'a body that stops',
      (response) => void response.writeHead(200).write('{"jsonrpc"'),
      'Request timeout.',
    ],
    ['a server error', respondText(500, secret), 'HTTP 500.'],
    ['a bad gateway', respondText(502, `<html>${secret}</html>`), 'HTTP 502.'],
    ['a page', respondText(200, `<html>${secret}</html>`), 'Response is no JSON.'],
    ['nothing', respondText(204, ''), 'Response is no JSON.'],
    [
      'cut off JSON',
      respondText(200, '{"jsonrpc":"2.0","id":1,"resu'),
      'Response is no JSON.',
    ],
    ['an error', respondError(-32000, secret), 'JSON-RPC error -32000.'],
    [
      'an error with a status',
      respondError(-1, secret, 500),
      'HTTP 500, JSON-RPC error -1.',
    ],
    [
      'an error without a code',
      respondText(200, '{"error":"no"}'),
      'Error without a message.',
    ],
    [
      'an error whose code is text',
      respondText(200, `{"error":{"code":"${secret}"}}`),
      'Error without a message.',
    ],
    ['a rate limit', respondError(-32029, secret), 'JSON-RPC error -32029.'],
    [
      'a connection that breaks',
      (response) => void response.socket?.destroy(),
      'No connection (ECONNRESET).',
    ],
    [
      'another protocol',
      (response) =>
        void response.socket?.end(
          'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
        ),
      'No connection.',
    ],
    [
      'a body that ends with its connection, and does not',
      (response) => void response.socket?.write('HTTP/1.1 200 OK\r\n\r\n{}'),
      'Request timeout.',
    ],
    [
      'a body that is longer than allowed',
      respondText(200, ' '.repeat(100_001)),
      'Response is larger than 100000 bytes.',
    ],
    [
      'a body without an end',
      (response) => {
        const more = () => {
          while (response.write('['.repeat(10_000)));
        }
        response.on('drain', more)
        more()
      },
      'Response is larger than 100000 bytes.',
    ],
  ]
  test.each(failures)('is one with %s', async (_, respond, message) => {
    const isSlow = message === 'Request timeout.'
    const timeoutMs = isSlow ? 100 : 10_000
    const { endpoint } = await connectTo(respond, {
      timeoutMs,
      maxResponseBytes: 100_000,
    })
    const error = await endpoint.readChainId().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RpcUnavailableError)
    expect(error).toMatchObject({ message })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret)
  })

  test('is one with a closed port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as AddressInfo
    await new Promise((closed) => server.close(closed))
    const endpoint = createHttpEndpoint(`http://127.0.0.1:${port}`, options)
    await expect(endpoint.readChainId()).rejects.toThrow('No connection (ECONNREFUSED).')
    await expect(endpoint.readChainId()).rejects.toThrow(RpcUnavailableError)
  })

  test('is one with a redirect, which is not followed', async () => {
    const { node: other } = await connectTo(respondWith(() => '0x1'))
    const { endpoint } = await connectTo(respondText(307, '', { location: other.url }))
    await expect(endpoint.readChainId()).rejects.toThrow('HTTP 307.')
    expect(other.requests).toEqual([])
  })

  test.each([
    ['30', 30_000, 30_000],
    ['0', 0, 0],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3_000_000, 3_600_000],
    [new Date(0).toUTCString(), 0, 0],
  ])('has the delay of Retry-After %s', async (value, least, most) => {
    const { endpoint } = await connectTo(
      respondText(429, 'slow down', { 'retry-after': value }),
    )
    const error = await endpoint
      .readLogs([factory], 1, 10)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RpcUnavailableError)
    const { retryAfterMs } = error as RpcUnavailableError
    expect(retryAfterMs).toBeGreaterThanOrEqual(least)
    expect(retryAfterMs).toBeLessThanOrEqual(most)
  })

  test('has no delay with an invalid Retry-After', async () => {
    const { endpoint } = await connectTo(respondText(429, '', { 'retry-after': 'soon' }))
    await expect(endpoint.readChainId()).rejects.toMatchObject({
      retryAfterMs: undefined,
    })
  })

  test('leaves no cookie behind', async () => {
    const { endpoint, node } = await connectTo((response, call) => {
      response.setHeader('set-cookie', 'a=b')
      respondWith(() => '0x1')(response, call)
    })
    await endpoint.readChainId()
    await endpoint.readChainId()
    expect(node.headers.at(-1)).not.toHaveProperty('cookie')
  })
})

test.each([
  ['without id', { jsonrpc: '2.0', result: '0x1' }],
  ['with another id', { jsonrpc: '2.0', id: 77, result: '0x1' }],
  ['without result', { jsonrpc: '2.0', id: 1 }],
  ['that is a list', []],
  ['that is text', 'hello'],
  ['that is null', null],
])('a response %s is invalid', async (_, body) => {
  const { endpoint } = await connectTo((response) => sendJson(response, body))
  await expect(endpoint.readChainId()).rejects.toThrow(InvalidRpcResponseError)
})

describe('a range', () => {
  const refusals: [number, string, number?][] = [
    [-32005, 'query returned more than 10000 results'],
    [-32000, 'query returned more than 10000 results'],
    [-32602, 'range 1000000 exceeds limit of 10000'],
    [
      -32602,
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range',
    ],
    [-32600, 'You can make eth_getLogs requests with up to a 500 block range.'],
    [-32614, 'eth_getLogs is limited to a 10,000 range', 413],
    [-32000, 'block range is larger than max block range, block range = 5120'],
    [-32600, 'block range is too wide'],
    [-32600, 'block range too high'],
    [-32005, 'block range too large, max range: 100'],
    [-32602, 'query exceeds max results 20000, retry with the range 1-2'],
    [-32000, 'Query timeout exceeded. Consider reducing your block range.'],
    [-32000, 'requested too many blocks from 1 to 9000, maximum is set to 2048'],
    [-32047, 'Max range: 800'],
    [-32005, 'Maximum allowed number of requested blocks is 1000'],
    [
      -32602,
      'Query returned more than 10000 results. Try with this block range [0x1, 0x2]',
    ],
    [-32000, 'response size should not greater than 10000000 bytes'],
    [-32020, 'backend response too large', 503],
    [-32000, 'logs matched by query exceeds limit of 10000'],
    [-32600, '9000 exceeds the range allowed for your plan (9000 > 5000)'],
    [-32602, 'Block range limit exceeded. See more details'],
    [-32602, 'please limit the query to at most 1000 blocks'],
    [-32701, 'exceed maximum block range: 50000'],
    [-32000, 'query must be smaller than size 1024'],
    [-32000, 'maximum [from, to] blocks distance: 1000'],
    [-32000, 'eth_getLogs is limited to 1024 block'],
    [-32005, 'limit exceeded'],
    [-32012, 'an error'],
    [35, 'ranges over 10000 blocks are not supported on freetier', 400],
    [-32602, 'an unknown text'],
    [-32000, 'an unknown text', 400],
  ]
  const isRefusal = { kind: expect.stringMatching(/^(tooLarge|unknown)$/) }
  test.each(refusals)('is refused by %i: %s', async (code, message, status) => {
    const read = readTen(respondError(code, message, status))
    await expect(read).rejects.toMatchObject(isRefusal)
  })

  test.each<[string, Responder]>([
    ['a status of 413', respondText(413, '')],
    ['a response that is too long', respondText(200, ' '.repeat(1_000_001))],
  ])('is refused by %s', async (_, respond) => {
    await expect(readTen(respond)).rejects.toMatchObject(isRefusal)
  })

  const others: [number, string, number?][] = [
    [-32005, 'rate limit exceeded'],
    [-32005, 'daily request count exceeded, request rate limited'],
    [-32005, 'Too Many Requests', 400],
    [-32007, '50/second request limit reached - reduce calls per second'],
    [-32016, 'over rate limit'],
    [429, 'Your app has exceeded its compute units per second capacity.', 429],
    [-32029, 'slow down'],
    [-32605, 'slow down'],
    [-32000, 'block range', 429],
    [-32601, 'the method eth_getLogs does not exist'],
    [-32601, 'no'],
    [-32602, 'block range extends beyond current head block'],
    [-32000, 'header not found'],
    [-32000, 'unauthorized', 401],
    [-32000, 'internal', 403],
    [-32603, 'something broke', 500],
  ]
  test.each(others)('is not refused by %i: %s', async (code, message, status) => {
    const read = readTen(respondError(code, message, status))
    await expect(read).rejects.toThrow(RpcUnavailableError)
    await expect(read).rejects.not.toMatchObject(isRefusal)
  })
})

describe('a signal', () => {
  test('ends a request that hangs', async () => {
    const { endpoint, node } = await connectTo(hang)
    const stop = new AbortController()
    const within = endpoint.within(stop.signal)
    const reads = [
      within.readChainId(),
      within.readHeaders([1, 2]),
      within.readLogs([factory], 1, 10),
    ]
    const outcomes = Promise.allSettled(reads)
    await expect.poll(() => node.requests.length).toBe(3)
    stop.abort(new Error('stopped'))
    const expected = { status: 'rejected', reason: new Error('stopped') }
    expect(await outcomes).toEqual([expected, expected, expected])
  })

  test('ends a request that waits for the rate limit', async () => {
    const { endpoint, node } = await connectTo(
      respondWith(() => '0x1'),
      { requestsPerSecond: 0.01 },
    )
    const stop = new AbortController()
    const within = endpoint.within(stop.signal)
    await within.readChainId()
    const waiting = within.readChainId()
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    expect(node.requests.length).toBe(1)
  })

  test('is not needed to end the other parts of a failed range', async () => {
    const addresses = Array.from(
      { length: 501 },
      (_, at): Address => `0x${at.toString(16).padStart(40, '0')}`,
    )
    let isGivenUp = false
    const { endpoint, node } = await connectTo((response) => {
      response.on('close', () => {
        isGivenUp = true
      })
    })
    const hanging = node.respond
    node.respond = (response, call) => {
      if (node.requests.length === 1) return hanging(response, call)
      respondError(-32005, 'query returned more than 10000 results')(response, call)
    }
    await expect(endpoint.readLogs(addresses, 1, 10)).rejects.toThrow(RpcUnavailableError)
    await expect.poll(() => isGivenUp).toBe(true)
  })

  test('that was aborted before allows no request', async () => {
    const { endpoint, node } = await connectTo(respondWith(() => '0x1'))
    const within = endpoint.within(AbortSignal.abort(new Error('stopped')))
    await expect(within.readChainId()).rejects.toThrow('stopped')
    await expect(within.readHeaders([1, 2])).rejects.toThrow('stopped')
    expect(node.requests.length).toBe(0)
  })

  test('is not retained by earlier requests', async () => {
    const { endpoint } = await connectTo(respondWith(headerOf))
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    const counted = Object.assign(new AbortController().signal, {
      addEventListener(...args: Parameters<typeof addEventListener>) {
        listeners += 1
        addEventListener.apply(this, args)
      },
      removeEventListener(...args: Parameters<typeof removeEventListener>) {
        listeners -= 1
        removeEventListener.apply(this, args)
      },
    })
    await endpoint.within(counted).readHeaders([1, 2])
    await endpoint.within(counted).readHeader(1)
    expect(listeners).toBe(0)
  })
})

test('any response is either validated or an error of the endpoint', async () => {
  let body: unknown
  const { endpoint } = await connectTo((response, call) => {
    const id = Array.isArray(call) ? null : call.id
    sendJson(response, Array.isArray(body) ? body : { id, ...Object(body) })
  })
  const members = {
    blockNumber: fc.constantFrom('0x5', '0x6', 5, '0xffffffffff'),
    address: fc.constantFrom(factory, `0x${'0'.repeat(40)}`, 1),
    topics: fc.oneof(fc.array(fc.constantFrom(word('1'), '0x', 7)), fc.jsonValue()),
    data: fc.oneof(fc.constant('0x'), fc.jsonValue()),
    logIndex: fc.constantFrom('0x0', '0x1', '0x80000000', -1),
    blockHash: fc.constantFrom(word('b'), word('c'), null),
    transactionHash: fc.constantFrom(word('d'), null),
    blockTimestamp: fc.oneof(fc.constant('0x1'), fc.jsonValue()),
  }
  const block = {
    number: fc.constantFrom('0x5', 5),
    hash: fc.constantFrom(word('b'), null),
    parentHash: fc.constantFrom(word('b'), {}),
    timestamp: fc.oneof(fc.constant('0x1'), fc.jsonValue()),
  }
  const anything = fc.oneof(
    fc.record({ result: fc.array(fc.record(members, { requiredKeys: [] })) }),
    fc.record({ result: fc.record(block, { requiredKeys: [] }) }),
    fc.record({ result: fc.jsonValue() }),
    fc.record({ error: fc.jsonValue() }),
    fc.jsonValue(),
  )
  const isWord = expect.stringMatching(/^0x[0-9a-f]{64}$/)
  const isOurs = (error: unknown) => {
    const isKnown = [InvalidRpcResponseError, RpcUnavailableError].some(
      (type) => error instanceof type,
    )
    if (!isKnown) throw error
  }
  await fc.assert(
    fc.asyncProperty(anything, async (content) => {
      body = content
      const logs = await endpoint.readLogs([factory], 5, 6).catch(isOurs)
      for (const one of logs ?? []) {
        expect(one).toMatchObject({ address: factory, blockHash: isWord })
        expect(one.transactionHash).toEqual(isWord)
        expect([5, 6]).toContain(one.blockNumber)
        expect([0, 1]).toContain(one.logIndex)
        expect(one.topics.every((topic) => /^0x[0-9a-f]{64}$/.test(topic))).toBe(true)
        expect(one.data).toMatch(/^0x([0-9a-f]{2})*$/)
        expect(Number(one.blockTime ?? 0)).not.toBeNaN()
      }
      const [found] = (await endpoint.readHeaders([5]).catch(isOurs)) ?? []
      if (found) {
        expect(found).toMatchObject({ number: 5, hash: isWord, parentHash: isWord })
        expect(found.time.getTime()).not.toBeNaN()
      }
      await endpoint.readHeaders([5, 6]).catch(isOurs)
      const code = await endpoint.readCode(factory).catch(isOurs)
      if (code !== undefined) expect(code).toMatch(/^0x([0-9a-f]{2})*$/)
      const chainId = await endpoint.readChainId().catch(isOurs)
      if (chainId !== undefined) expect(Number.isSafeInteger(chainId)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
