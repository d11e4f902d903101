import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Problem } from '@platemark/api/problem'
import { afterEach, expect, test } from 'vitest'
import { startHttpServer } from '../../../test/listen.ts'
import { ada, bob, testServer } from '../../../test/server.ts'
import { signInCalls, toNetworkSettings } from '../../../test/session/sign-in.ts'
import { createLog } from '../../http/log.ts'
import { createChainCaller } from './verify-on-chain.ts'

const QUESTION = { to: ada.address, data: '0x1626ba7e' } as const
const YES = `0x1626ba7e${'00'.repeat(28)}`

type Node = { url: string; port: number; asked: string[]; headers: string[] }

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** RPC endpoint that runs `answer` for every request. */
async function node(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<Node> {
  const asked: string[] = []
  const headers: string[] = []
  const { url, port, close } = await startHttpServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked.push(body)
    headers.push(request.headers.authorization ?? '')
    answer(response, request)
  })
  ends.push(close)
  return { url, port, asked, headers }
}

const respond = (body: unknown, status = 200) =>
  node((response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })

const fails = (code: number, message: string, status?: number) =>
  respond({ jsonrpc: '2.0', id: 1, error: { code, message } }, status)

const silent = () => node(() => {})

/** Result of a sign-in: the returned value, `failed`, or the code of the problem. */
async function signInResult(
  rpcUrls: string[],
  {
    ask = createChainCaller({ clock: () => new Date(), log: createLog('silent') }),
    timeoutMs = 10_000,
    signal = AbortSignal.timeout(10_000),
  }: {
    ask?: ReturnType<typeof createChainCaller>
    timeoutMs?: number
    signal?: AbortSignal
  } = {},
): Promise<string> {
  try {
    return (
      (await ask({ alias: 'local', rpcUrls, timeoutMs }, signal).call(QUESTION)) ??
      'failed'
    )
  } catch (problem) {
    // Safe: it throws nothing else; another code would not be the expected one.
    return (problem as Problem).code
  }
}

test.each<[what: string, node: () => Promise<Node>, result: string]>([
  ['a result', () => respond({ jsonrpc: '2.0', id: 1, result: YES }), YES],
  ['an upper-case result', () => respond({ result: YES.toUpperCase() }), YES],
  ['a result beside no error', () => respond({ id: '1', result: YES, error: null }), YES],
  ['a revert', () => fails(3, 'execution reverted'), 'failed'],
  ['a revert by text', () => respond({ error: { code: '3', message: 'no' } }), 'failed'],
  ['a revert without words', () => respond({ error: { code: 3 } }), 'failed'],
  ['a revert under status 400', () => fails(3, 'execution reverted', 400), 'failed'],
  ['a revert that says it is none', () => fails(3, 'rate limit'), 'failed'],
  [
    'a revert that says the node is busy',
    () => fails(-32_000, 'execution reverted: too many requests'),
    'failed',
  ],
  [
    'a revert that says the block is missing',
    () => fails(-32_603, 'execution reverted: header not found'),
    'failed',
  ],
  ['too much gas', () => fails(-32_000, 'out of gas'), 'failed'],
  ['a failed call in other words', () => fails(-32_015, 'VM execution error'), 'failed'],
  ['an internal error of the call', () => fails(-32_603, 'EVM error: Stop'), 'failed'],
  ['too long a result', () => respond({ result: `0x${'00'.repeat(50_000)}` }), 'failed'],
  ['no state', () => fails(-32_000, 'header not found'), 'chain_unavailable'],
  ['too many', () => fails(-32_000, 'too many requests'), 'chain_unavailable'],
  ['an internal error', () => fails(-32_603, 'Internal error'), 'chain_unavailable'],
  ['too many requests', () => fails(-32_005, 'rate limit', 429), 'chain_unavailable'],
  ['no such method', () => fails(-32_601, 'not found'), 'chain_unavailable'],
  ['a page', () => respond('<p>Hello</p>'), 'chain_unavailable'],
  ['a long page of an error', () => respond('x'.repeat(9000), 502), 'chain_unavailable'],
  ['nothing', () => respond(''), 'chain_unavailable'],
  ['null', () => respond('null'), 'chain_unavailable'],
  ['a number as result', () => respond({ result: 1 }), 'chain_unavailable'],
])('an RPC address that answers with %s is result as that', async (_, make, result) => {
  const { url, asked } = await make()
  expect(await signInResult([url])).toBe(result)
  expect(asked).toHaveLength(1)
  expect(JSON.parse(asked[0] ?? '')).toMatchObject({
    method: 'eth_call',
    params: [{ ...QUESTION, gas: '0x989680' }, 'latest'],
  })
})

test('an endless response is cut off while it is read', async () => {
  let written = 0
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  const { url } = await node((response) => {
    response.on('close', resolve)
    response.write('{"jsonrpc":"2.0","id":1,"result":"0x')
    const go = () => {
      while (!response.closed && response.write('00'.repeat(2048))) written += 4096
      written += 4096
    }
    response.on('drain', go)
    go()
  })
  expect(await signInResult([url])).toBe('failed')
  await cut
  // Bytes that the system buffers between two sockets.
  expect(written).toBeLessThan(20_000_000)
})

test('a response that decompresses without end is cut off as well', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, '0'))
  const { url } = await node((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  expect(await signInResult([url])).toBe('failed')
})

test('a slow response is limited by the overall timeout', async () => {
  const { url } = await node(async (response) => {
    response.write('{"result":"0x')
    while (!response.closed) {
      response.write('0')
      await sleep(20)
    }
  })
  const [second, third] = await Promise.all([respond({ result: YES }), respond('')])
  const ask = createChainCaller({ clock: () => new Date(), log: createLog('silent') })
  const signal = AbortSignal.timeout(300)
  const late = sleep(2500, 'later than a single try may end')
  const result = signInResult([url, second.url], { ask, signal })
  expect(await Promise.race([result, late])).toBe('chain_unavailable')
  expect(second.asked).toEqual([])
  // An endpoint without a request has not failed.
  expect(await signInResult([second.url, third.url], { ask })).toBe(YES)
  expect(third.asked).toEqual([])
})

test('no redirect is followed', async () => {
  const good = await respond({ result: YES })
  const { url } = await node((response) =>
    response.writeHead(307, { location: good.url }).end(),
  )
  expect(await signInResult([url])).toBe('chain_unavailable')
  expect(good.asked).toEqual([])
})

test('the second RPC endpoint is called when the first fails, and a third never', async () => {
  const [bad, worse, good] = await Promise.all([
    fails(-32_005, 'limit'),
    respond('', 500),
    respond({ result: YES }),
  ])
  expect(await signInResult([bad.url, good.url])).toBe(YES)
  expect(await signInResult([bad.url, worse.url, good.url])).toBe('chain_unavailable')
  expect(await signInResult([good.url, bad.url])).toBe(YES)
  expect([bad, worse, good].map(({ asked }) => asked.length)).toEqual([2, 1, 2])
})

test('the second RPC endpoint is called when the first times out', async () => {
  const [first, second] = await Promise.all([silent(), respond({ result: YES })])
  expect(await signInResult([first.url, second.url], { timeoutMs: 200 })).toBe(YES)
})

test('a recently failed RPC endpoint is called last, and never left out', async () => {
  const [bad, good] = await Promise.all([respond('', 500), respond({ result: YES })])
  const urls = [bad.url, good.url]
  let now = new Date()
  const ask = createChainCaller({ clock: () => now, log: createLog('silent') })
  for (let count = 0; count < 5; count += 1)
    expect(await signInResult(urls, { ask })).toBe(YES)
  expect([bad.asked.length, good.asked.length]).toEqual([1, 5])
  now = new Date(now.getTime() + 30_000)
  expect(await signInResult(urls, { ask })).toBe(YES)
  expect(bad.asked).toHaveLength(2)
  for (let count = 0; count < 5; count += 1) {
    expect(await signInResult([bad.url], { ask })).toBe('chain_unavailable')
  }
  expect(bad.asked).toHaveLength(7)
})

test('credentials of an RPC URL are sent as such', async () => {
  const { port, headers } = await respond({ result: YES })
  expect(await signInResult([`http://me:s%40e@127.0.0.1:${port}`])).toBe(YES)
  expect(headers).toEqual([`Basic ${Buffer.from('me:s@e').toString('base64')}`])
})

test('a sign-in calls a chain once, and never with a key', async () => {
  const { url, asked } = await respond({ result: '0x' })
  const server = await testServer({
    networks: [toNetworkSettings({ id: 7, url }, 'seven')],
  })
  const { ask, send, signIn } = signInCalls(server)
  expect((await signIn(ada)).status).toBe(200)
  expect(asked).toHaveLength(0)
  const made = await ask(ada.address)
  const signature = await bob.signMessage(made)
  const sent = await send({ address: ada.address, signature, nonce: made.nonce })
  expect([sent.status, asked.length]).toEqual([401, 1])
  // Without a nonce, timing reveals no more than the response.
  await ask(ada.address)
  for (const { address } of [ada, bob]) {
    expect((await send({ address, signature })).status).toBe(401)
  }
  expect(asked).toHaveLength(3)
  await server.close()
})

test('a chain that never responds keeps no sign-in waiting', async () => {
  const [first, second] = await Promise.all([silent(), silent()])
  const network = toNetworkSettings({ id: 7, url: first.url }, 'seven')
  const server = await testServer({
    networks: [{ ...network, rpc_urls: [first.url, second.url] }],
    limits: { contract_check_seconds: 1 },
  })
  const { ask, send } = signInCalls(server)
  const made = await ask(ada.address)
  const signature = await bob.signMessage(made)
  const sent = await send({ address: ada.address, signature, nonce: made.nonce })
  expect([sent.status, sent.error?.code]).toEqual([503, 'chain_unavailable'])
  expect(sent.headers['retry-after']).toBe('5')
  // The overall timeout ended before the first endpoint's own.
  expect([first, second].map(({ asked }) => asked.length)).toEqual([1, 0])
  await server.close()
})
