import { getUser } from '@platemark/api/profile'
import {
  createSignatureMessage,
  listSessions,
  login,
  logout,
} from '@platemark/api/session'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../../test/chain.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { bearer, signInCalls, toNetworkSettings } from '../../../test/session/sign-in.ts'

let chain: EmptyChain
let server: TestServer
let calls: ReturnType<typeof signInCalls>

beforeAll(async () => {
  chain = await emptyChain(31_337)
  server = await testServer({
    networks: [
      toNetworkSettings(chain, 'local'),
      toNetworkSettings({ id: 31_338, url: chain.url }, 'twin'),
    ],
  })
  calls = signInCalls(server)
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const ask = (options: { chain_id?: number; from?: string } = {}) =>
  calls.ask(ada.address, options)

/** Returns whether the server still accepts a token. */
const statusOf = async (token: string) =>
  (await server.get(listSessions.path, { headers: bearer(token) })).status

describe('the text to sign', () => {
  test('is EIP-4361 for the configured site, the wallet and the network', async () => {
    const address = ada.address.toLowerCase()
    const { message, nonce, expires_at } = await calls.ask(address)
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

  test('names the requested network, if it is enabled', async () => {
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

  test('names the machine like the browser does, and never a foreign site', async () => {
    const domainFor = async (origin: string) => {
      const { data } = await server.post(
        createSignatureMessage.path,
        { address: ada.address },
        { headers: { origin, host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
      )
      return data.message.split(' ', 1)[0]
    }
    expect(await domainFor('http://127.0.0.1:3000')).toBe('127.0.0.1:3000')
    expect(await domainFor('http://localhost:3000')).toBe('localhost:3000')
    expect(await domainFor('http://[::1]:3000')).toBe('[::1]:3000')
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
      'The checksum of this address does not match. Check it for typos.',
    ],
    [
      'the zero address',
      { address: `0x${'0'.repeat(40)}` },
      'address',
      'This address cannot sign in.',
    ],
    ['a broken network', { address: ada.address, chain_id: 1.5 }, 'chain_id', undefined],
    ['a list', { address: [ada.address] }, 'address', 'This must be text.'],
  ])('is not made for %s', async (_, body, field, sentence) => {
    const { status, error } = await server.post(createSignatureMessage.path, body)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(error?.fields?.[field]).toHaveLength(1)
    if (sentence) expect(error?.fields?.[field]?.[0]).toBe(sentence)
  })

  test('is never cached', async () => {
    const { headers } = await server.post(createSignatureMessage.path, {
      address: ada.address,
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('is stored four times at most for one wallet and client', async () => {
    for (let count = 0; count < 6; count += 1) {
      await ask()
      server.clock.advance(1000)
    }
    const rows = await server.database.selectFrom('challenges').selectAll().execute()
    expect(rows).toHaveLength(4)
  })
})

describe('signing in', () => {
  test('gives a valid token, and only its hash is stored', async () => {
    const { status, data, headers } = await calls.signIn(ada)
    expect(status).toBe(200)
    expect(data.access_token).toMatch(/^plm_[A-Za-z0-9_-]{49}$/)
    expect(headers['cache-control']).toBe('no-store')
    const me = await server.get(getUser.path, { headers: bearer(data.access_token) })
    expect(me.data.address).toBe(ada.address)
    const [session] = await server.database.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(session)).not.toContain(data.access_token)
    expect(session).toMatchObject({ connector: 'io.metamask', chain_id: 31_337 })
  })

  test('works without the nonce, whichever pending text was signed', async () => {
    const first = await ask()
    await ask()
    const signature = await ada.signMessage({ message: first.message })
    expect((await calls.send({ address: ada.address, signature })).status).toBe(200)
  })

  test('takes the address in any case and the signature in upper case', async () => {
    const { message, nonce } = await ask()
    const signature = await ada.signMessage({ message })
    const { status } = await calls.send({
      address: `0x${ada.address.slice(2).toUpperCase()}`,
      signature: `0x${signature.slice(2).toUpperCase()}`,
      nonce,
    })
    expect(status).toBe(200)
  })

  test('makes one user for one wallet, whatever connected it', async () => {
    await calls.signIn(ada)
    const { message } = await ask()
    const signature = await ada.signMessage({ message })
    await calls.send({ address: ada.address, signature, connector: 'some.other.wallet' })
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

  test('keeps ten sessions, the newest', async () => {
    const tokens: string[] = []
    for (let count = 0; count < 12; count += 1) {
      tokens.push((await calls.signIn(ada)).data.access_token)
      server.clock.advance(1000)
    }
    expect(await Promise.all(tokens.map(statusOf))).toEqual([
      ...[401, 401],
      ...Array(10).fill(200),
    ])
  })

  test('is not stopped by a stranger who requests many texts', async () => {
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
    expect((await calls.send({ address: ada.address, signature, nonce })).status).toBe(
      401,
    )
  })
})

describe('limits', () => {
  const strict = (scale: number) =>
    testServer({ networks: [toNetworkSettings(chain, 'local')], rate_limit_scale: scale })

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
    const tries = (from: string, { address } = ada) =>
      limited.post(
        login.path,
        { address, signature: '0x00', connector: 'demo' },
        { from },
      )
    expect((await tries('2001:db8:1:1::1', bob)).status).toBe(401)
    expect((await tries('2001:db8:1:1::2')).status).toBe(401)
    expect((await tries('2001:db8:1:1:ffff::3')).status).toBe(429)
    expect((await tries('2001:db8:1:2::1')).status).toBe(401)
    await limited.close()
  })

  test('trust X-Forwarded-For from configured proxies only', async () => {
    const limited = await testServer({
      networks: [toNetworkSettings(chain, 'local')],
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
  const out = (token: string) =>
    server.post(logout.path, undefined, { headers: bearer(token) })

  test('ends the session at once, and only that one', async () => {
    const first = (await calls.signIn(ada)).data.access_token
    const second = (await calls.signIn(ada)).data.access_token
    const { status, body } = await out(first)
    expect([status, body]).toEqual([204, ''])
    expect(await statusOf(first)).toBe(401)
    expect((await out(first)).status).toBe(401)
    expect(await statusOf(second)).toBe(200)
  })

  test('without a token is refused', async () => {
    const { status, error } = await server.post(logout.path)
    expect([status, error?.code]).toEqual([401, 'unauthenticated'])
  })
})

describe('signing in with a token in hand', () => {
  const entered = async (person = ada, token?: string) => {
    const { status, data } = await calls.signIn(person, token ? { token } : {})
    expect(status).toBe(200)
    return data.access_token
  }

  test('ends the session of that token, and no other', async () => {
    const other = await entered()
    const first = await entered()
    const second = await entered(ada, first)
    expect(await Promise.all([other, first, second].map(statusOf))).toEqual([
      ...[200, 401, 200],
    ])
  })

  test('ends the session of the wallet that was used before', async () => {
    const before = await entered(bob)
    const after = await entered(ada, before)
    expect(await Promise.all([before, after].map(statusOf))).toEqual([401, 200])
  })

  test.each([
    ['never was', () => `plm_${'x'.repeat(49)}`],
    ['is none at all', () => 'hello'],
    [
      'has ended',
      async () => {
        const token = await entered()
        await server.post(logout.path, undefined, { headers: bearer(token) })
        return token
      },
    ],
    [
      'has expired',
      async () => {
        const token = await entered()
        server.clock.advance(8 * 86_400_000)
        return token
      },
    ],
  ])('succeeds when that token %s', async (_, token) => {
    expect(await statusOf(await entered(ada, await token()))).toBe(200)
  })

  test('ends nothing when it fails', async () => {
    const token = await entered()
    const { nonce } = await ask()
    const wrong = { address: ada.address, nonce, signature: '0x00' }
    expect((await calls.send(wrong, { token })).status).toBe(401)
    expect(await statusOf(token)).toBe(200)
  })

  test('ends it once, however often the text is sent at once', async () => {
    const token = await entered()
    const { message, nonce } = await ask()
    const signature = await ada.signMessage({ message })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        calls.send({ address: ada.address, signature, nonce }, { token }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const sessions = await server.database.selectFrom('sessions').selectAll().execute()
    expect(sessions).toHaveLength(1)
  })
})
