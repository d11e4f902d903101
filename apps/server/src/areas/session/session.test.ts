import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getUser } from '@platemark/wire/profile'
import { createSignatureMessage, login, logout } from '@platemark/wire/session'
import {
  concatHex,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  hexToBytes,
  keccak256,
  toHex,
} from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../platform/test-chain.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../platform/test-server.ts'

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({
    networks: [
      chain.network,
      { ...chain.network, alias: 'twin', id: 31_338 },
      {
        alias: 'dead',
        id: 99,
        name: 'Dead',
        rpc_urls: ['http://127.0.0.1:1'],
        native_currency: { name: 'Dead', symbol: 'DEAD' },
      },
    ],
  })
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

type Person = typeof ada
type Given = { address?: string; chain_id?: number; from?: string }

async function ask({ address = ada.address, chain_id, from }: Given = {}) {
  const body = { address, ...(chain_id && { chain_id }) }
  const { data } = await server.post(
    createSignatureMessage.path,
    body,
    from ? { from } : {},
  )
  return data as { message: string; nonce: string; expires_at: string }
}

const send = (body: Record<string, unknown>) =>
  server.post(login.path, { connector: 'io.metamask', ...body })

async function signIn(person: Person = ada, given: Given = {}) {
  const { message, nonce } = await ask({ ...given, address: person.address })
  const signature = await person.signMessage({ message })
  return send({ address: person.address, signature, nonce })
}

describe('the text to sign', () => {
  test('is EIP-4361 for the configured site, the wallet and the network', async () => {
    const { message, nonce, expires_at } = await ask({
      address: ada.address.toLowerCase(),
    })
    const parsed = parseSiweMessage(message)
    expect(parsed).toMatchObject({
      domain: 'localhost:3000',
      uri: 'http://localhost:3000',
      address: ada.address,
      chainId: 31_337,
      version: '1',
      nonce,
    })
    expect(nonce).toMatch(/^[a-z2-7]{26}$/)
    expect(parsed.expirationTime?.toISOString()).toBe(expires_at)
    const lives = Number(parsed.expirationTime) - Number(parsed.issuedAt)
    expect(lives).toBe(300_000)
  })

  test('names the network that was asked for, when it is enabled', async () => {
    const { message } = await ask({ chain_id: 31_338 })
    expect(parseSiweMessage(message).chainId).toBe(31_338)
    const { status, error } = await server.post(createSignatureMessage.path, {
      address: ada.address,
      chain_id: 5,
    })
    expect([status, error?.fields]).toEqual([
      422,
      { chain_id: ['This network is not enabled here.'] },
    ])
  })

  test('names the same machine as the browser does, and never a foreign site', async () => {
    const domainFor = async (origin: string) => {
      const { data } = await server.post(
        createSignatureMessage.path,
        { address: ada.address },
        { headers: { origin, host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
      )
      return parseSiweMessage(data.message).domain
    }
    expect(await domainFor('http://127.0.0.1:3000')).toBe('127.0.0.1:3000')
    expect(await domainFor('http://localhost:3000')).toBe('localhost:3000')
    for (const origin of [
      'https://evil.example',
      'http://localhost:4000',
      'http://localhost.evil.example:3000',
      'null',
    ]) {
      expect(await domainFor(origin)).toBe('localhost:3000')
    }
  })

  test.each([
    ['nothing', {}, 'address', 'This is required.'],
    [
      'no hexadecimal',
      { address: '0xzz' },
      'address',
      'Enter an address: 0x and 40 hex digits.',
    ],
    [
      'a wrong checksum',
      {
        address: ada.address
          .replace(/[a-f]/, (digit) => digit.toUpperCase())
          .replace(/[A-F](?=[^A-F]*$)/, (digit) => digit.toLowerCase()),
      },
      'address',
      'The capital letters of this address do not fit it.',
    ],
    [
      'the zero address',
      { address: `0x${'0'.repeat(40)}` },
      'address',
      'Nobody holds this address.',
    ],
    ['a broken network', { address: ada.address, chain_id: 1.5 }, 'chain_id', undefined],
    ['a list', { address: [ada.address] }, 'address', 'This must be text.'],
  ])('is not made for %s', async (_, body, field, sentence) => {
    const { status, error } = await server.post(createSignatureMessage.path, body)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(error?.fields?.[field]).toHaveLength(1)
    if (sentence) expect(error?.fields?.[field]?.[0]).toBe(sentence)
  })

  test('is kept by no cache', async () => {
    const { headers } = await server.post(createSignatureMessage.path, {
      address: ada.address,
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('is kept four times at most for one wallet and client', async () => {
    for (let count = 0; count < 6; count += 1) {
      await ask()
      server.clock.advance(1000)
    }
    const rows = await server.database.selectFrom('challenges').selectAll().execute()
    expect(rows).toHaveLength(4)
  })
})

describe('signing in', () => {
  test('gives a token that works, and only its hash is kept', async () => {
    const { status, data, headers } = await signIn()
    expect(status).toBe(200)
    expect(data.access_token).toMatch(/^plm_[A-Za-z0-9_-]{49}$/)
    expect(headers['cache-control']).toBe('no-store')
    const authorization = `Bearer ${data.access_token}`
    const me = await server.get(getUser.path, { headers: { authorization } })
    expect(me.data.address).toBe(ada.address)
    const [session] = await server.database.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(session)).not.toContain(data.access_token)
    expect(session).toMatchObject({ connector: 'io.metamask', chain_id: 31_337 })
  })

  test('works without the nonce, whichever pending text was signed', async () => {
    const first = await ask()
    await ask()
    const signature = await ada.signMessage({ message: first.message })
    expect((await send({ address: ada.address, signature })).status).toBe(200)
  })

  test('takes the address in any case and the signature in upper case', async () => {
    const { message, nonce } = await ask()
    const signature = await ada.signMessage({ message })
    const { status } = await send({
      address: `0x${ada.address.slice(2).toUpperCase()}`,
      signature: `0x${signature.slice(2).toUpperCase()}`,
      nonce,
    })
    expect(status).toBe(200)
  })

  test('makes one user for one wallet, whatever connected it', async () => {
    await signIn()
    const { message } = await ask()
    const signature = await ada.signMessage({ message })
    await send({ address: ada.address, signature, connector: 'some.other.wallet' })
    expect(await server.database.selectFrom('users').selectAll().execute()).toHaveLength(
      1,
    )
    const sessions = await server.database
      .selectFrom('sessions')
      .select('connector')
      .orderBy('connector')
      .execute()
    expect(sessions.map(({ connector }) => connector)).toEqual(['io.metamask', 'other'])
  })

  test('opens one session when one signature is sent sixty times at once', async () => {
    const { message, nonce } = await ask()
    const signature = await ada.signMessage({ message })
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => send({ address: ada.address, signature, nonce })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(59).fill(401)])
    expect(
      await server.database.selectFrom('sessions').selectAll().execute(),
    ).toHaveLength(1)
  })

  test('keeps ten sessions, the newest', async () => {
    const tokens: string[] = []
    for (let count = 0; count < 12; count += 1) {
      tokens.push((await signIn()).data.access_token)
      server.clock.advance(1000)
    }
    const statusOf = async (token = '') =>
      (await server.get(getUser.path, { headers: { authorization: `Bearer ${token}` } }))
        .status
    expect(await statusOf(tokens[0])).toBe(401)
    expect(await statusOf(tokens[1])).toBe(401)
    expect(await statusOf(tokens[2])).toBe(200)
    expect(await statusOf(tokens[11])).toBe(200)
  })

  test('is not stopped by a stranger who asks for many texts', async () => {
    const { message, nonce } = await ask({ from: '10.0.0.1' })
    for (let count = 0; count < 30; count += 1) {
      await ask({ from: `10.1.0.${count}` })
      server.clock.advance(100)
    }
    const signature = await ada.signMessage({ message })
    const answer = await server.post(
      login.path,
      { address: ada.address, signature, connector: 'demo' },
      { from: '10.0.0.1' },
    )
    expect(answer.status).toBe(200)
    expect((await send({ address: ada.address, signature, nonce })).status).toBe(401)
  })
})

describe('a broken sign-in', () => {
  const flip = (hex: Hex, at: number): Hex => {
    const digit = hex[at] === '0' ? '1' : '0'
    return `0x${hex.slice(2, at)}${digit}${hex.slice(at + 1)}`
  }
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

  type Made = { message: string; nonce: string; signature: Hex }
  type Kind = [
    what: string,
    (made: Made) => Promise<Record<string, unknown>> | Record<string, unknown>,
  ]

  const kinds: Kind[] = [
    [
      'a signature of somebody else',
      async ({ message }) => ({ signature: await bob.signMessage({ message }) }),
    ],
    [
      'a signature of another text',
      async () => ({ signature: await ada.signMessage({ message: 'hello' }) }),
    ],
    [
      'the text with another domain',
      async ({ message }) => ({
        signature: await ada.signMessage({
          message: message.replace('localhost:3000', 'evil.example'),
        }),
      }),
    ],
    [
      'the text with another network',
      async ({ message }) => ({
        signature: await ada.signMessage({
          message: message.replace('Chain ID: 31337', 'Chain ID: 1'),
        }),
      }),
    ],
    [
      'the text with a later end',
      async ({ message }) => ({
        signature: await ada.signMessage({
          message: message.replace(/Expiration Time: 20/, 'Expiration Time: 21'),
        }),
      }),
    ],
    [
      'the text with another nonce',
      async ({ message, nonce }) => ({
        signature: await ada.signMessage({ message: message.replace(nonce, 'abcdefgh') }),
      }),
    ],
    [
      'the text with another address',
      async ({ message }) => ({
        signature: await ada.signMessage({
          message: message.replace(ada.address, bob.address),
        }),
      }),
    ],
    [
      'the text with Windows line ends',
      async ({ message }) => ({
        signature: await ada.signMessage({ message: message.replaceAll('\n', '\r\n') }),
      }),
    ],
    [
      'the text with a space behind it',
      async ({ message }) => ({
        signature: await ada.signMessage({ message: `${message} ` }),
      }),
    ],
    [
      'a signature over the bare hash',
      async ({ message }) => ({
        signature: await ada.sign({ hash: keccak256(toHex(message)) }),
      }),
    ],
    [
      'a signature of the hash as a message',
      async ({ message }) => ({
        signature: await ada.signMessage({ message: { raw: hashMessage(message) } }),
      }),
    ],
    [
      'typed data instead',
      async ({ message }) => ({
        signature: await ada.signTypedData({
          primaryType: 'Text',
          types: { Text: [{ name: 'text', type: 'string' }] },
          message: { text: message },
        }),
      }),
    ],
    ['a changed first digit', ({ signature }) => ({ signature: flip(signature, 2) })],
    ['a changed middle digit', ({ signature }) => ({ signature: flip(signature, 70) })],
    [
      'a changed recovery byte',
      ({ signature }) => ({
        signature: `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1c' : '1b'}`,
      }),
    ],
    [
      'an impossible recovery byte',
      ({ signature }) => ({ signature: `${signature.slice(0, -2)}23` }),
    ],
    ['one byte too few', ({ signature }) => ({ signature: signature.slice(0, -2) })],
    ['one byte too many', ({ signature }) => ({ signature: `${signature}00` })],
    ['the compact form', ({ signature }) => ({ signature: signature.slice(0, 130) })],
    ['only zeros', () => ({ signature: `0x${'0'.repeat(130)}` })],
    [
      'an s beyond the order',
      ({ signature }) => ({
        signature: `${signature.slice(0, 66)}${'f'.repeat(64)}${signature.slice(130)}`,
      }),
    ],
    ['a single byte', () => ({ signature: '0x00' })],
    ['an unknown nonce', () => ({ nonce: 'abcdefghijklmnop' })],
    ['the nonce in capitals', ({ nonce }) => ({ nonce: nonce.toUpperCase() })],
    ['another wallet with the same nonce', () => ({ address: bob.address })],
    [
      "another wallet's own nonce",
      async () => ({ nonce: (await ask({ address: bob.address })).nonce }),
    ],
    ['a wallet that never asked', () => ({ address: cyn.address, nonce: undefined })],
    [
      'a counterfactual wrapping of a wrong signature',
      async ({ message }) => ({
        signature: concatHex([
          encodeAbiParameters(
            [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
            [chain.contracts.factory, '0x', await bob.signMessage({ message })],
          ),
          `0x${'6492'.repeat(16)}`,
        ]),
      }),
    ],
  ]

  test.each(kinds)(
    'with %s is refused like any other, and uses nothing up',
    async (_, change) => {
      const { message, nonce } = await ask()
      const signature = await ada.signMessage({ message })
      const good = { address: ada.address, signature, nonce }
      const { status, error } = await send({
        ...good,
        ...(await change({ message, nonce, signature })),
      })
      expect([status, error?.code, error?.message]).toEqual([
        401,
        'sign_in_failed',
        'The signature could not be verified. Sign in again.',
      ])
      expect((await send(good)).status).toBe(200)
    },
  )

  test('with the same signature in its other form cannot be replayed', async () => {
    const { message, nonce } = await ask()
    const signature = await ada.signMessage({ message })
    expect((await send({ address: ada.address, signature, nonce })).status).toBe(200)
    const bytes = hexToBytes(signature)
    const s = order - BigInt(`0x${signature.slice(66, 130)}`)
    const v = bytes[64] === 27 ? '1c' : '1b'
    const other = `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
    expect((await send({ address: ada.address, signature: other, nonce })).status).toBe(
      401,
    )
    expect((await send({ address: ada.address, signature, nonce })).status).toBe(401)
  })

  test('is refused at the very end of the five minutes', async () => {
    const { message, nonce } = await ask()
    const signature = await ada.signMessage({ message })
    server.clock.advance(300_000)
    const { status, error } = await send({ address: ada.address, signature, nonce })
    expect([status, error?.code]).toEqual([401, 'sign_in_failed'])
  })

  test.each([
    ['signature', { signature: 'hello' }],
    ['signature', { signature: '0x' }],
    ['signature', { signature: `0x${'00'.repeat(8193)}` }],
    ['signature', { signature: 5 }],
    ['nonce', { nonce: 'a b' }],
    ['nonce', { nonce: { $gt: '' } }],
    ['connector', { connector: '' }],
    ['address', { address: ada.address.slice(0, -1) }],
  ])('with a malformed %s is told which field', async (field, change) => {
    const { status, error } = await send({
      address: ada.address,
      signature: '0x00',
      ...change,
    })
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
  })

  test('that only an unreachable network could decide is not decided', async () => {
    const { message, nonce } = await ask({ chain_id: 99 })
    const wrong = await bob.signMessage({ message })
    const { status, error, headers } = await send({
      address: ada.address,
      signature: wrong,
      nonce,
    })
    expect([status, error?.code, headers['retry-after']]).toEqual([
      503,
      'chain_unavailable',
      '5',
    ])
    const signature = await ada.signMessage({ message })
    expect((await send({ address: ada.address, signature, nonce })).status).toBe(200)
  })
})

test('a network that never answers keeps nobody waiting at the wallet', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  // Safe: a TCP server that listens has such an address.
  const { port } = silent.address() as AddressInfo
  const slow = await testServer({
    networks: [{ ...chain.network, rpc_urls: [`http://127.0.0.1:${port}`] }],
    limits: { contract_check_seconds: 1 },
  })
  const text = await slow.post(createSignatureMessage.path, { address: ada.address })
  const began = performance.now()
  const { status, error } = await slow.post(login.path, {
    address: ada.address,
    signature: await bob.signMessage({ message: text.data.message }),
    connector: 'demo',
    nonce: text.data.nonce,
  })
  expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
  expect(performance.now() - began).toBeLessThan(2500)
  await slow.close()
  silent.closeAllConnections()
  silent.close()
})

describe('a contract wallet', () => {
  /** Runtime code that answers ERC-1271's yes to everything. */
  const ALWAYS_YES: Hex = '0x631626ba7e60e01b60005260206000f3'
  const NEVER: Hex = '0x60006000fd'
  const ENDLESS: Hex = '0x5b600056'
  const LARGE: Hex = '0x620186a06000f3'
  const wallet = '0x00000000000000000000000000000000000c0de1'

  const deploy = (bytecode: Hex) => chain.client.setCode({ address: wallet, bytecode })
  const enter = async (given: Given = {}) => {
    const { nonce } = await ask({ address: wallet, ...given })
    return send({ address: wallet, signature: '0x1234', nonce })
  }

  test('signs in by ERC-1271, for a day', async () => {
    await deploy(ALWAYS_YES)
    const { status, data } = await enter()
    expect(status).toBe(200)
    const authorization = `Bearer ${data.access_token}`
    const [user] = await server.database.selectFrom('users').selectAll().execute()
    expect(user).toMatchObject({ account_kind: 'contract', auth_chain_id: 31_337 })
    server.clock.advance(23 * 3_600_000)
    expect((await server.get(getUser.path, { headers: { authorization } })).status).toBe(
      200,
    )
    server.clock.advance(3_600_000)
    expect((await server.get(getUser.path, { headers: { authorization } })).status).toBe(
      401,
    )
  })

  test.each([
    ['reverts', NEVER],
    ['never ends', ENDLESS],
    ['answers with 100 kB', LARGE],
  ])('that %s is refused', async (_, code) => {
    await deploy(code)
    expect((await enter()).status).toBe(401)
  })

  test('that exists on the other network is somebody else', async () => {
    await deploy(ALWAYS_YES)
    expect((await enter()).status).toBe(200)
    expect((await enter({ chain_id: 31_338 })).status).toBe(401)
  })

  test('at the address of a key never opens the account of the key', async () => {
    expect((await signIn(ada)).status).toBe(200)
    await chain.client.setCode({ address: ada.address, bytecode: ALWAYS_YES })
    const { nonce } = await ask()
    const { status } = await send({ address: ada.address, signature: '0x1234', nonce })
    expect(status).toBe(401)
    expect((await signIn(ada)).status).toBe(200)
    await chain.client.setCode({ address: ada.address, bytecode: '0x' })
  })
})

describe('limits', () => {
  const strict = (scale: number) =>
    testServer({ networks: [chain.network], rate_limit_scale: scale })

  test('bound texts by client and by wallet, without locking others out', async () => {
    const limited = await strict(1)
    const asks = (address: string, from: string) =>
      limited.post(createSignatureMessage.path, { address }, { from })
    for (let count = 0; count < 5; count += 1) {
      expect((await asks(ada.address, '10.0.0.1')).status).toBe(200)
    }
    const { status, error, headers } = await asks(ada.address, '10.0.0.1')
    expect([status, error?.code]).toEqual([429, 'too_many_requests'])
    expect(error?.message).toBe(
      `Too many requests. Try again in ${headers['retry-after']} seconds.`,
    )
    expect((await asks(ada.address, '10.0.0.2')).status).toBe(200)
    limited.clock.advance(60_000)
    expect((await asks(ada.address, '10.0.0.1')).status).toBe(200)
    await limited.close()
  })

  test('bound sign-ins by client, and a client is 64 bits of an IPv6 address', async () => {
    const limited = await strict(0.2)
    const tries = (from: string) =>
      limited.post(
        login.path,
        { address: ada.address, signature: '0x00', connector: 'demo' },
        { from },
      )
    expect((await tries('2001:db8:1:1::1')).status).toBe(401)
    expect((await tries('2001:db8:1:1::2')).status).toBe(401)
    expect((await tries('2001:db8:1:1:ffff::3')).status).toBe(429)
    expect((await tries('2001:db8:1:2::1')).status).toBe(401)
    await limited.close()
  })

  test('believe X-Forwarded-For from configured proxies only', async () => {
    const limited = await testServer({
      networks: [chain.network],
      rate_limit_scale: 0.1,
      trusted_proxies: ['10.9.0.0/16'],
    })
    const tries = (from: string, forwarded: string) =>
      limited.post(
        login.path,
        { address: ada.address, signature: '0x00', connector: 'demo' },
        { from, headers: { 'x-forwarded-for': forwarded } },
      )
    expect((await tries('10.9.0.1', '1.1.1.1')).status).toBe(401)
    expect((await tries('10.9.0.1', '1.1.1.2')).status).toBe(401)
    expect((await tries('10.9.0.2', '1.1.1.1')).status).toBe(429)
    expect((await tries('8.8.8.8', '1.1.1.3')).status).toBe(401)
    expect((await tries('8.8.8.8', '1.1.1.4')).status).toBe(429)
    await limited.close()
  })
})

describe('logging out', () => {
  test('ends the session at once, and only that one', async () => {
    const first = (await signIn()).data.access_token
    const second = (await signIn()).data.access_token
    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    const { status, body } = await server.post(logout.path, undefined, as(first))
    expect([status, body]).toEqual([204, ''])
    expect((await server.get(getUser.path, as(first))).status).toBe(401)
    expect((await server.post(logout.path, undefined, as(first))).status).toBe(401)
    expect((await server.get(getUser.path, as(second))).status).toBe(200)
  })

  test('without a token is refused', async () => {
    const { status, error } = await server.post(logout.path)
    expect([status, error?.code]).toEqual([401, 'unauthenticated'])
  })
})
