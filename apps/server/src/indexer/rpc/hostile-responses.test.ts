import { afterEach, expect, test } from 'vitest'
import { sendJson, type TestNode, testNode } from '../../../test/indexer/node.ts'
import { InvalidRpcResponseError, RpcUnavailableError } from './endpoint.ts'
import { createHttpEndpoint } from './http-endpoint.ts'

let node: TestNode | undefined
afterEach(() => node?.stop())

const open = (url: string) =>
  createHttpEndpoint(url, {
    timeoutMs: 10_000,
    maxResponseBytes: 64 * 1024 * 1024,
    requestsPerSecond: 50,
  })

const isOfEndpoint = (error: unknown) =>
  error instanceof RpcUnavailableError || error instanceof InvalidRpcResponseError

test('an error nested two hundred thousand times is a failure of the endpoint', async () => {
  node = await testNode((response, request) => {
    const id = Array.isArray(request) ? null : request.id
    const data = '['.repeat(200_000) + ']'.repeat(200_000)
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"data":${data}}}`)
  })
  const error = await open(node.url)
    .readHeader('latest')
    .catch((thrown: unknown) => thrown)
  expect({ error, is: isOfEndpoint(error) }).toMatchObject({ is: true })
})

test('the responses of a range are requested at most four at a time', async () => {
  let running = 0
  let most = 0
  node = await testNode((response, request) => {
    running += 1
    most = Math.max(most, running)
    setTimeout(() => {
      running -= 1
      sendJson(response, {
        jsonrpc: '2.0',
        id: (request as { id: number }).id,
        result: [],
      })
    }, 50)
  })
  const addresses = Array.from(
    { length: 20_000 },
    (_, at) => `0x${at.toString(16).padStart(40, '0')}` as const,
  )
  await open(node.url).readLogs(addresses, 1, 1000)
  // Each response may have 64 MiB, and all of them are in memory at once.
  expect(most).toBeLessThanOrEqual(4)
})
