import { type Address, numberToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendJson, type TestNode, testNode } from '../../../test/indexer/node.ts'
import { InvalidRpcResponseError, type RpcEndpoint } from './endpoint.ts'
import { createHttpEndpoint } from './http-endpoint.ts'

let node: TestNode
let endpoint: RpcEndpoint
beforeEach(async () => {
  node = await testNode(() => {})
  endpoint = createHttpEndpoint(node.url, {
    timeoutMs: 10_000,
    maxResponseBytes: 1_000_000,
    requestsPerSecond: 10_000,
  })
})
afterEach(() => node.stop())

/** Makes the node return these members beside the id of each request. */
function respond(members: object) {
  node.respond = (response, call) => sendJson(response, { id: idOf(call), ...members })
}
const idOf = (call: TestNode['requests'][number]) =>
  Array.isArray(call) ? null : call.id

const factory: Address = `0x${'fa'.repeat(20)}`
const word = (digits: string) => `0x${digits.padStart(64, '0')}`
const upper = (text: string) => text.toUpperCase().replace('X', 'x')
const topic = word('abcd')
const log = {
  address: factory,
  topics: [topic, word('1')],
  data: word('ef'),
  blockNumber: '0x5',
  blockHash: word('b5'),
  transactionHash: word('c5'),
  logIndex: '0x1f',
  blockTimestamp: '0x6553f100',
  removed: false,
}
const read = async (changes: object, last = 10) => {
  respond({ jsonrpc: '2.0', result: [{ ...log, ...changes }] })
  return (await endpoint.readLogs([factory], 1, last))[0]
}

describe('a log', () => {
  test.each<[string, object]>([
    ['removed: null', { removed: null }],
    ['removed: undefined', { removed: undefined }],
    ['removed as text', { removed: 'false' }],
    ['an upper-case address', { address: upper(factory) }],
    ['an address with 0X', { address: factory.toUpperCase() }],
    ['upper-case topics', { topics: log.topics.map(upper) }],
    ['mixed-case topics', { topics: [topic.replace('ab', 'aB'), word('1')] }],
    ['topics with 0X', { topics: log.topics.map((one) => one.toUpperCase()) }],
    ['upper-case data', { data: upper(log.data) }],
    ['an upper-case block hash', { blockHash: upper(log.blockHash) }],
    ['an upper-case transaction hash', { transactionHash: upper(log.transactionHash) }],
    ['a block number with zeros', { blockNumber: '0x0005' }],
    ['a block number of 32 bytes', { blockNumber: word('5') }],
    ['a block number with 0X', { blockNumber: '0X5' }],
    ['a decimal block number', { blockNumber: '5' }],
    ['a number as block number', { blockNumber: 5 }],
    ['an upper-case index', { logIndex: '0x1F' }],
    ['a decimal index', { logIndex: '31' }],
    ['a number as index', { logIndex: 31 }],
    ['a decimal time', { blockTimestamp: '1700000000' }],
    ['a number as time', { blockTimestamp: 1_700_000_000 }],
    [
      'further fields',
      { l1BatchNumber: null, transactionLogIndex: '0x0', logType: null },
    ],
  ])('with %s is the same log', async (_, changes) => {
    expect(await read(changes)).toEqual(await read({}))
  })

  test.each([
    ['""', ''],
    ['null', null],
  ])('with data %s has none', async (_, data) => {
    expect(await read({ data })).toMatchObject({ data: '0x' })
  })

  test.each([[0], ['0'], [''], [null], ['0x00']])(
    'with the time %j has none',
    async (time) => {
      expect(await read({ blockTimestamp: time })).toMatchObject({ blockTime: null })
    },
  )

  test.each<[string, object]>([
    ['a number below zero', { blockNumber: -5 }],
    ['a fraction', { blockNumber: 5.5 }],
    ['a number with an exponent', { blockNumber: '5e0' }],
    ['a number with a sign', { blockNumber: '+5' }],
    ['a number with a blank', { blockNumber: ' 5' }],
    ['an empty block number', { blockNumber: '' }],
    ['digits without a prefix', { logIndex: 'a' }],
    ['an index of a pending block', { logIndex: null }],
    ['removed: true', { removed: true }],
    ['removed as text', { removed: 'true' }],
    [
      'an upper-case hash with a digit too few',
      { blockHash: upper(log.blockHash).slice(0, -1) },
    ],
    ['a hash without a prefix', { transactionHash: log.transactionHash.slice(2) }],
    ['a hash with a G', { blockHash: `0x${'G'.repeat(64)}` }],
    ['topics: null', { topics: null }],
  ])('with %s is invalid', async (_, changes) => {
    await expect(read(changes)).rejects.toThrow(InvalidRpcResponseError)
  })
})

describe('a header', () => {
  const header = {
    number: '0x5',
    hash: word('b5'),
    parentHash: word('ba'),
    timestamp: '0x6553f100',
  }
  const readHeader = async (changes: object) => {
    respond({ result: { ...header, ...changes } })
    return endpoint.readHeader(5)
  }

  test.each<[string, object]>([
    [
      'upper-case hashes',
      { hash: upper(header.hash), parentHash: upper(header.parentHash) },
    ],
    ['decimal text', { number: '5', timestamp: '1700000000' }],
    ['numbers', { number: 5, timestamp: 1_700_000_000 }],
    ['leading zeros', { number: '0x05', timestamp: '0x006553f100' }],
    [
      'fields of other networks',
      { uncles: null, withdrawals: [], totalDifficulty: '0x0' },
    ],
  ])('with %s is the same header', async (_, changes) => {
    expect(await readHeader(changes)).toEqual(await readHeader({}))
  })

  test('with another number in decimals is invalid', async () => {
    await expect(readHeader({ number: '6' })).rejects.toThrow(InvalidRpcResponseError)
  })
})

test.each([['0x7a69'], ['0x07A69'], ['0X7A69'], ['31337'], [31_337]])(
  '%j is a chain id',
  async (result) => {
    respond({ result })
    expect(await endpoint.readChainId()).toBe(31_337)
  },
)

test('upper-case code is the code in lower case', async () => {
  respond({ result: '0X60AB' })
  expect(await endpoint.readCode(factory)).toBe('0x60ab')
})

describe('a response', () => {
  test.each<[string, (id: number) => object]>([
    ['its id as text', (id) => ({ id: String(id) })],
    ['no version', () => ({})],
    ['version 1.0', () => ({ jsonrpc: '1.0' })],
    ['error: null', () => ({ jsonrpc: '2.0', error: null })],
  ])('with %s is read', async (_, members) => {
    node.respond = (response, call) => {
      const id = Number(idOf(call))
      sendJson(response, { id, result: '0x1', ...members(id) })
    }
    expect(await endpoint.readChainId()).toBe(1)
  })

  test.each([['2'], ['01'], ['1.0'], [' 1'], [true], [[1]], [null]])(
    'with the id %j for 1 is invalid',
    async (id) => {
      node.respond = (response) => sendJson(response, { id, result: '0x1' })
      await expect(endpoint.readChainId()).rejects.toThrow(InvalidRpcResponseError)
    },
  )

  test('with an error and no id is the error', async () => {
    respond({ id: null, error: { code: -32601, message: 'no' } })
    await expect(endpoint.readChainId()).rejects.toThrow('JSON-RPC error -32601.')
  })

  const headerOf = (number: unknown) => ({
    number,
    hash: word(String(number).slice(2)),
    parentHash: word('1'),
    timestamp: '0x1',
  })

  test('of a batch may have its ids as text, in any order', async () => {
    node.respond = (response, calls) =>
      sendJson(
        response,
        [calls]
          .flat()
          .map(({ id, params }) => ({ id: String(id), result: headerOf(params[0]) }))
          .toReversed(),
      )
    const found = await endpoint.readHeaders([3, 9, 4])
    expect(found.map((one) => one?.number)).toEqual([3, 9, 4])
  })

  test.each([
    ['as it is', false],
    ['in a list', true],
  ])(
    'of a batch that is one error %s sends its calls in smaller batches',
    async (_, isListed) => {
      const error = { id: null, error: { code: -32600, message: 'batch too large' } }
      node.respond = (response, call) => {
        if (Array.isArray(call)) return sendJson(response, isListed ? [error] : error)
        sendJson(response, { id: call.id, result: headerOf(call.params[0]) })
      }
      const numbers = [3, 9, 4]
      const found = await endpoint.readHeaders(numbers)
      expect(found.map((one) => one && numberToHex(one.number))).toEqual(
        numbers.map((number) => numberToHex(number)),
      )
    },
  )
})
