import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { offchainNameResolverAbi } from '@platemark/abi/offchain-name-resolver'
import { labelToTokenId } from '@platemark/rules/name-label'
import {
  type Address,
  concat,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint256,
  recoverAddress,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { namehash, packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callRegistry,
  type NameChain,
  nameChain,
  send,
} from '../../../../test/name-chain.ts'
import { type TestServer, testServer } from '../../../../test/server.ts'
import { listSignerProblems, requireGatewaySigners } from './check-signers.ts'
import { recordAbi, resolveAbi } from './read-request.ts'

const folder = process.env.PLATEMARK_TEST_RUN ?? ''
const NAME = 'quiet-shore.plate.test'
const id = labelToTokenId('quiet-shore')
const key = generatePrivateKey()
const nextKey = generatePrivateKey()

let home: NameChain
let server: TestServer
let owner: Address
let resolver: Address

beforeAll(async () => {
  home = await nameChain(31_337)
  const { operator, people } = home
  const [alice] = people
  owner = alice.address
  await callRegistry(
    home,
    alice,
    'registerWithRecords',
    [id, owner, true, ['url'], ['https://example.org']],
    10n ** 16n,
  )
  const { offchainResolver } = nameDeploymentPlan(operator.address)
  resolver = offchainResolver.address
  await send(home, operator, offchainResolver.to, offchainResolver.data)
  for (const one of [key, nextKey]) await acceptSigner(one)
  const keys = keyFile('keys', `${key}\n`)
  server = await testServer({ ...settings(keys), rate_limit_scale: 1 })
})
afterAll(async () => {
  await server.close()
  await home.stop()
})

describe('an answer', () => {
  test('to GET is signed for the resolver, and names the address for 60 seconds', async () => {
    const request = requestFor(NAME, addr(NAME))
    const reply = await get(request)
    expect(reply.status).toBe(200)
    expect(reply.headers['cache-control']).toBe('public, max-age=15')
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(expiryOf(reply)).toBe(60)
    expect(await accepted(request, reply)).toBe(
      `0x${'0'.repeat(24)}${owner.slice(2).toLowerCase()}`,
    )
  })

  test('to POST is the same, from any origin', async () => {
    const request = requestFor(NAME, addr(NAME))
    const reply = await post({ sender: resolver, data: request })
    expect(reply.status).toBe(200)
    expect(await accepted(request, reply)).toContain(owner.slice(2).toLowerCase())
    const headers = {
      ...{ origin: 'https://a.example', 'access-control-request-method': 'POST' },
    }
    const preflight = await server.send({ method: 'OPTIONS', url: '/api/ens', headers })
    expect(preflight.headers['access-control-allow-methods']).toBe('POST')
  })

  test('with texts alone lasts 300 seconds', async () => {
    const request = requestFor(NAME, text(NAME, 'url'))
    const reply = await get(request)
    expect(reply.headers['cache-control']).toBe('public, max-age=75')
    expect(expiryOf(reply)).toBe(300)
    const result = await accepted(request, reply)
    const [url] = decodeAbiParameters([{ type: 'string' }], result)
    expect(url).toBe('https://example.org')
  })

  test('to many records at once has each, the unknown ones empty', async () => {
    const unknown = '0x12345678' as const
    const calls = [text(NAME, 'url'), unknown, addr(NAME), text(NAME, 'avatar')]
    const request = requestFor(NAME, multicall(calls))
    const reply = await get(request)
    expect(expiryOf(reply)).toBe(60)
    const data = await accepted(request, reply)
    const results = decodeFunctionResult({
      abi: recordAbi,
      functionName: 'multicall',
      data,
    })
    expect(results).toHaveLength(4)
    expect(results[1]).toBe('0x')
  })

  test('for an unknown record is signed and empty', async () => {
    const request = requestFor(NAME, concat(['0xbc1c58d1', namehash(NAME)]))
    expect(await accepted(request, await get(request))).toBe('0x')
  })

  test.each(['free-shore.plate.test', 'deep.quiet-shore.plate.test', 'plate.test'])(
    'for %s is signed and has no records',
    async (name) => {
      const calls = [addr(name), text(name, 'url'), addr(name, 60n)]
      const request = requestFor(name, multicall(calls))
      const data = await accepted(request, await get(request))
      const results = decodeFunctionResult({
        ...{ abi: recordAbi, functionName: 'multicall', data },
      })
      expect(results).toEqual([
        `0x${'0'.repeat(64)}`,
        `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`,
        `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`,
      ])
      const single = requestFor(name, text(name, 'url'))
      expect((await get(single)).status).toBe(200)
    },
  )

  test('comes from the key that has begun, and the old one stays accepted', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const rotating = keyFile('rotating', `${key}\n${nextKey} ${later}\n`)
    const other = await testServer(settings(rotating))
    const request = requestFor(NAME, text(NAME, 'url'))
    const ask = async () => readAnswer(await getFrom(other, request))
    const before = await ask()
    expect(await signerOf(request, before)).toBe(privateKeyToAccount(key).address)
    other.clock.advance(3_700_000)
    const after = await ask()
    expect(await signerOf(request, after)).toBe(privateKeyToAccount(nextKey).address)
    await other.close()
  })
})

describe('a request is refused', () => {
  test('with 404 for another resolver, and where there is no gateway', async () => {
    const data = requestFor(NAME, addr(NAME))
    expect((await post({ sender: owner, data })).status).toBe(404)
    const bare = await testServer({})
    expect((await getFrom(bare, data)).status).toBe(404)
    await bare.close()
  })

  const other = 'quiet-shore.other.test'
  const long = `0x${'00'.repeat(9000)}` as const
  test.each<[string, Hex]>([
    ['no call of resolve', addr(NAME)],
    ['a name with another suffix', requestFor(other, addr(other))],
    ['a record of another name', requestFor(NAME, addr('other.plate.test'))],
    ['a cut name', encode('0x05717569', addr(NAME))],
    ['a name that does not end', encode('0x0361626303706c61', addr(NAME))],
    ['bytes that are no text', encode('0x02fffe05706c61746504746573740000', addr(NAME))],
    ['half a selector', requestFor(NAME, '0x3b3b')],
    ['a call without its node', requestFor(NAME, '0x3b3b57de')],
    ['too deep a multicall', requestFor(NAME, multicall([multicall([multicall([])])]))],
    ['too many calls', requestFor(NAME, multicall(Array(101).fill(addr(NAME))))],
    ['more data than any client sends', long],
  ])('with 400: %s', async (_, data) => {
    const reply = await post({ sender: resolver, data })
    expect(reply.status).toBe(400)
    expect(reply.error?.code).toBe('bad_request')
  })

  test.each([{}, { sender: 1, data: '0x' }, [], { sender: '0x' }])(
    'with 400 for the body %j',
    async (body) => {
      expect((await post(body)).status).toBe(400)
    },
  )

  test('with 400 for data that is not hexadecimal', async () => {
    expect((await getFrom(server, 'zz')).status).toBe(400)
  })

  test('with 503 beyond its limit, so that clients go on to the next URL', async () => {
    const data = requestFor(NAME, text(NAME, 'url'))
    const limits = { name_answers_per_client: 2, name_answers_per_network: 3 }
    const limited = await testServer({
      ...settings(keyFile('keys', key)),
      ...{ rate_limit_scale: 1, limits },
    })
    const ask = async (from: string) => (await getFrom(limited, data, from)).status
    expect(await ask('203.0.113.1')).toBe(200)
    expect(await ask('203.0.113.1')).toBe(200)
    expect(await ask('203.0.113.1')).toBe(503)
    expect(await ask('203.0.113.2')).toBe(200)
    expect(await ask('203.0.113.3')).toBe(503)
    expect(await ask('203.0.114.1')).toBe(200)
    const last = await getFrom(limited, data, '203.0.113.1')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    await limited.close()
  })

  test('with 503 while the home chain does not answer', async () => {
    const silent = await testServer(
      settings(keyFile('keys', key), { rpc_urls: ['http://127.0.0.1:9'] }),
    )
    const reply = await getFrom(silent, requestFor(NAME, addr(NAME)))
    expect([reply.status, reply.error?.code]).toEqual([503, 'chain_unavailable'])
    await silent.close()
  })

  test('with 503 before the first key begins', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const early = await testServer(settings(keyFile('early', `${key} ${later}`)))
    expect((await getFrom(early, requestFor(NAME, addr(NAME)))).status).toBe(503)
    await early.close()
  })
})

describe('keys', () => {
  const digits = key.slice(2)

  test('are in no public answer', async () => {
    const config = await server.send({ method: 'GET', url: '/api/config' })
    expect(JSON.stringify(config.body)).not.toContain(digits)
    expect(JSON.stringify(server.configuration)).not.toContain(digits)
  })

  test.each([
    ['that others can read', () => openFile('open'), 'can be read by others'],
    ['that is not there', () => join(folder, 'none'), 'none cannot be read.'],
    ['without a key', () => keyFile('empty', '# none\n'), 'The gateway needs a key'],
    ['with half a key', () => keyFile('half', digits.slice(9)), 'key 1 is not one of 64'],
    ['with no time', () => keyFile('time', `${key} soon`), 'no UTC time'],
    ['with one key twice', () => keyFile('twice', `${key}\n${key}`), 'listed twice'],
    ['with one start twice', () => keyFile('start', `${key},${nextKey}`), 'at the same'],
  ])('are refused in a file %s, and never repeated', async (_, file, sentence) => {
    const error = await testServer(settings(file())).catch((one: Error) => one)
    expect(String(error)).toContain(sentence)
    expect(String(error)).not.toContain(digits.slice(9))
  })

  test('that everyone knows are refused at start', async () => {
    const known = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    expect(await problemsOf(known)).toMatch(/is one of those that everyone knows/)
    const signers = [{ account: privateKeyToAccount(known), from: new Date(0) }]
    const names = { ...requireNames(), gateway: { ...requireGateway(), signers } }
    const context = {
      ...server.context,
      configuration: { ...server.configuration, names },
    }
    await expect(requireGatewaySigners(context)).rejects.toThrow(
      'is one of those that everyone knows',
    )
    await requireGatewaySigners(server.context)
  })

  test('that hold coins, were used or own the registry are refused', async () => {
    expect(await problemsOf(key)).toBe('')
    const rich = generatePrivateKey()
    const { address } = privateKeyToAccount(rich)
    await home.client.setBalance({ address, value: 1n })
    expect(await problemsOf(rich)).toMatch(/holds coins on Local/)
    await home.client.setBalance({ address, value: 0n })
    await home.client.setNonce({ address, nonce: 1 })
    expect(await problemsOf(rich)).toMatch(/has sent transactions on Local/)
  })
})

test('an answer that was changed, is too old or is for another request is refused by the resolver', async () => {
  const request = requestFor(NAME, addr(NAME))
  const { result, expires, signature } = readAnswer(await get(request))
  const forged = `${result.slice(0, -1)}${result.endsWith('0') ? '1' : '0'}` as Hex
  await expect(prove(request, { result: forged, expires, signature })).rejects.toThrow()
  const longer = expires + 1n
  await expect(prove(request, { result, expires: longer, signature })).rejects.toThrow()
  const other = requestFor(NAME, text(NAME, 'url'))
  await expect(prove(other, { result, expires, signature })).rejects.toThrow()
  expect(await prove(request, { result, expires, signature })).toBe(result)
})

function settings(gateway_key_file: string, changes: object = {}) {
  const other = `0x${'1'.repeat(40)}` as const
  return {
    networks: [
      {
        ...{ alias: 'local', id: 31_337, name: 'Local', rpc_urls: [home.url] },
        public_rpc_urls: ['https://rpc.example'],
        native_currency: { name: 'Ether', symbol: 'ETH' },
        contracts: { factory: other, payouts: other, start_block: 0 },
        ...changes,
      },
    ],
    names: {
      ...{ chain: 'local', suffix: 'plate.test', owner: home.operator.address },
      ...{ gateway_resolver: resolver, gateway_key_file, gateway_block: 'latest' },
    },
  }
}

function keyFile(name: string, content: string): string {
  const file = join(folder, `gateway-${name}`)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}

function openFile(name: string): string {
  const file = keyFile(name, key)
  chmodSync(file, 0o644)
  return file
}

async function problemsOf(privateKey: Hex): Promise<string> {
  const signers = [{ account: privateKeyToAccount(privateKey), from: new Date(0) }]
  const gateway = { ...requireGateway(), signers }
  const names = { ...requireNames(), gateway }
  const configuration = { ...server.configuration, names }
  return (await listSignerProblems({ ...server.context, configuration })).join()
}

function requireNames() {
  const { names } = server.configuration
  if (!names) throw new Error('configuration has no names')
  return names
}

function requireGateway() {
  const { gateway } = requireNames()
  if (!gateway) throw new Error('configuration has no gateway')
  return gateway
}

async function acceptSigner(privateKey: Hex): Promise<void> {
  const data = encodeFunctionData({
    ...{ abi: offchainNameResolverAbi, functionName: 'setSigner' },
    args: [privateKeyToAccount(privateKey).address, maxUint256],
  })
  await send(home, home.operator, resolver, data)
}

function addr(name: string, coinType?: bigint): Hex {
  const node = namehash(name)
  return coinType === undefined
    ? encodeFunctionData({ abi: recordAbi, functionName: 'addr', args: [node] })
    : encodeFunctionData({ abi: recordAbi, functionName: 'addr', args: [node, coinType] })
}

function text(name: string, record: string): Hex {
  const args = [namehash(name), record] as const
  return encodeFunctionData({ abi: recordAbi, functionName: 'text', args })
}

function multicall(calls: Hex[]): Hex {
  return encodeFunctionData({ abi: recordAbi, functionName: 'multicall', args: [calls] })
}

function requestFor(name: string, call: Hex): Hex {
  return encode(toHex(packetToBytes(name)), call)
}

function encode(dnsName: Hex, call: Hex): Hex {
  return encodeFunctionData({ abi: resolveAbi, args: [dnsName, call] })
}

type Reply = Awaited<ReturnType<TestServer['send']>>

const get = (data: Hex) => getFrom(server, data)

function getFrom(one: TestServer, data: string, from?: string): Promise<Reply> {
  const url = `/api/ens/${resolver.toLowerCase()}/${data}.json`
  return one.send({ method: 'GET', url }, from === undefined ? {} : { from })
}

const post = (body: object): Promise<Reply> => server.post('/api/ens', body)

function readAnswer({ body }: Reply) {
  const { data } = JSON.parse(body)
  const [result, expires, signature] = decodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    data,
  )
  return { result, expires, signature }
}

/** Seconds until an answer expires. */
function expiryOf(reply: Reply): number {
  const now = Math.floor(server.context.clock().getTime() / 1000)
  // Seconds have passed since.
  return Math.ceil((Number(readAnswer(reply).expires) - now) / 60) * 60
}

type Answer = ReturnType<typeof readAnswer>

/** Returns the result that the resolver accepts. */
async function accepted(request: Hex, reply: Reply): Promise<Hex> {
  return prove(request, readAnswer(reply))
}

async function prove(request: Hex, answer: Answer): Promise<Hex> {
  const { result, expires, signature } = answer
  const types = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
  const response = encodeAbiParameters(types, [result, expires, signature])
  return home.client.readContract({
    ...{ address: resolver, abi: offchainNameResolverAbi },
    ...{ functionName: 'resolveWithProof', args: [response, request] },
  })
}

async function signerOf(request: Hex, answer: Answer): Promise<Address> {
  const { result, expires, signature } = answer
  const hash = await home.client.readContract({
    ...{ address: resolver, abi: offchainNameResolverAbi, functionName: 'hashAnswer' },
    args: [expires, request, result],
  })
  return recoverAddress({ hash, signature })
}
