import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
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
const answering = (body: unknown) =>
  node((_, response) => response.end(JSON.stringify(body)))

const dead = 'http://127.0.0.1:1'

test('asks a node and gives its result', async () => {
  const asked: string[] = []
  const url = await node((request, response) => {
    request.on('data', (bytes: Buffer) => asked.push(bytes.toString()))
    request.on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":"0x7"}'))
  })
  await expect(httpRpc([url])('eth_chainId', [])).resolves.toBe('0x7')
  expect(JSON.parse(asked.join(''))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_chainId',
    params: [],
  })
})

test('asks the next node when one is dead, silent or speaks another language', async () => {
  const silent = await node(() => {})
  const page = await node((_, response) => response.end('<html>busy</html>'))
  const odd = await answering({ hello: 1 })
  const good = await answering({ result: '0x1' })
  const rpc = httpRpc([dead, silent, page, odd, good], { timeoutMs: 100 })
  await expect(rpc('eth_chainId', [])).resolves.toBe('0x1')
})

test('asks the next node when one is busy or does not do this', async () => {
  const busy = await answering({ error: { code: -32005, message: 'over rate limit' } })
  const narrow = await answering({ error: { code: -32602, message: 'range too large' } })
  const good = await answering({ result: '0x2' })
  await expect(httpRpc([busy, narrow, good])('eth_getLogs', [])).resolves.toBe('0x2')
  await expect(httpRpc([busy, narrow])('eth_getLogs', [])).rejects.toThrow(
    RpcUnavailableError,
  )
})

test('says so when no node answers', async () => {
  await expect(httpRpc([dead])('eth_chainId', [])).rejects.toThrow(RpcUnavailableError)
  await expect(httpRpc([])('eth_chainId', [])).rejects.toThrow(RpcUnavailableError)
})

test('takes a revert for the answer, whatever the next node would say', async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x12345678' }
  const refusing = await answering({ error })
  const other = await answering({ result: '0x1' })
  const asked = httpRpc([refusing, other])('eth_call', [])
  await expect(asked).rejects.toThrow(RpcError)
  await expect(asked).rejects.toMatchObject(error)
})

test('asks no further once it is called off', async () => {
  const controller = new AbortController()
  const rpc = httpRpc([await node(() => {}), dead], { signal: controller.signal })
  const asked = rpc('eth_chainId', [])
  controller.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('finds what a contract gave back however a wallet wraps it', () => {
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
