import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { findRevertData, httpRpc, RpcError, RpcUnavailableError } from './rpc.ts'

const open: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function node(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serve = (body: unknown) => node((_, response) => response.end(JSON.stringify(body)))

const dead = 'http://127.0.0.1:1'

test('sends a request to a node and returns its result', async () => {
  const bodies: string[] = []
  const url = await node((request, response) => {
    request.on('data', (bytes: Buffer) => bodies.push(bytes.toString()))
    request.on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":"0x7"}'))
  })
  await expect(httpRpc([url])('eth_chainId', [])).resolves.toBe('0x7')
  expect(JSON.parse(bodies.join(''))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_chainId',
    params: [],
  })
})

test('falls back to the next node when one is dead, silent or not JSON-RPC', async () => {
  const silent = await node(() => {})
  const page = await node((_, response) => response.end('<html>busy</html>'))
  const odd = await serve({ hello: 1 })
  const good = await serve({ result: '0x1' })
  const rpc = httpRpc([dead, silent, page, odd, good], { timeoutMs: 500 })
  await expect(rpc('eth_chainId', [])).resolves.toBe('0x1')
})

test('falls back to the next node when one is busy or lacks the method', async () => {
  const busy = await serve({ error: { code: -32005, message: 'over rate limit' } })
  const narrow = await serve({ error: { code: -32602, message: 'range too large' } })
  const good = await serve({ result: '0x2' })
  await expect(httpRpc([busy, narrow, good])('eth_getLogs', [])).resolves.toBe('0x2')
  await expect(httpRpc([busy, narrow])('eth_getLogs', [])).rejects.toThrow(
    RpcUnavailableError,
  )
})

test('rejects when no node responds', async () => {
  await expect(httpRpc([dead])('eth_chainId', [])).rejects.toThrow(RpcUnavailableError)
  await expect(httpRpc([])('eth_chainId', [])).rejects.toThrow(RpcUnavailableError)
})

test('treats a revert as final, whatever the next node would return', async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x12345678' }
  const refusing = await serve({ error })
  const other = await serve({ result: '0x1' })
  const response = httpRpc([refusing, other])('eth_call', [])
  await expect(response).rejects.toThrow(RpcError)
  await expect(response).rejects.toMatchObject(error)
})

test('sends no further request once it is aborted', async () => {
  const controller = new AbortController()
  const rpc = httpRpc([await node(() => {}), dead], { signal: controller.signal })
  const response = rpc('eth_chainId', [])
  controller.abort()
  await expect(response).rejects.toMatchObject({ name: 'AbortError' })
})

describe('a result in another form is the same result', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const receipt = {
    status: '0x1',
    blockNumber: '0x1f',
    blockHash: hash,
    logs: [{ address: `0x${'fa'.repeat(20)}`, topics: [hash, hash], data: '0x' }],
    effectiveGasPrice: null,
    isSystem: false,
  }
  const capital = JSON.parse(
    JSON.stringify(receipt).replace(/abab|fafa/g, (digits) => digits.toUpperCase()),
  )
  test.each<[string, unknown, unknown]>([
    ['upper-case hashes, addresses and topics', capital, receipt],
    ['0X', { ...receipt, blockHash: hash.toUpperCase() }, receipt],
    ['decimal text', { ...receipt, status: '1', blockNumber: '31' }, receipt],
    ['numbers', { ...receipt, status: 1, blockNumber: 31 }, receipt],
    ['a quantity alone', 31_337, '0x7a69'],
    ['a quantity above 2^53 as text', '9007199254740993', '0x20000000000001'],
    ['upper-case data alone', '0XAB', '0xab'],
    ['a list', [capital], [receipt]],
    ['nothing', null, null],
  ])('%s', async (_, result, expected) => {
    const rpc = httpRpc([await serve({ id: '1', result, error: null })])
    expect(await rpc('eth_anything', [])).toEqual(expected)
  })

  test.each([[-1], [1.5], ['1.5'], ['-1'], ['0xzz'], ['ab'], [''], [true]])(
    'while %j, which is none, stays as it is',
    async (result) => {
      expect(await httpRpc([await serve({ result })])('eth_anything', [])).toBe(result)
    },
  )
})

test('finds the revert data of a contract however a wallet wraps it', () => {
  expect(findRevertData({ data: '0x3ee5aeb5' })).toBe('0x3ee5aeb5')
  expect(findRevertData({ data: { originalError: 1, data: '0x3ee5aeb5' } })).toBe(
    '0x3ee5aeb5',
  )
  expect(
    findRevertData(new Error('no', { cause: { error: { data: '0x3ee5aeb5' } } })),
  ).toBe('0x3ee5aeb5')
  expect(findRevertData({ data: '0x' })).toBeNull()
  expect(findRevertData({ message: 'no' })).toBeNull()
  expect(findRevertData(undefined)).toBeNull()
})
