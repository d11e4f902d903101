import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@platemark/api/endpoint'
import {
  createSignatureMessage,
  endAllSessions,
  endSession,
  listSessions,
  login,
  logout,
} from '@platemark/api/session'
import { ParsedMessage } from '@spruceid/siwe-parser'
import { sql } from 'kysely'
import { checksumAddress, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../../test/chain.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { type Signer, toNetworkSettings } from '../../../test/session/sign-in.ts'
import { isSoak, roundsOr } from '../../../test/share.ts'
import { buildApp } from '../../app.ts'
import { configure } from '../../configuration/configuration.ts'
import type { AppContext } from '../../http/app-context.ts'

let chain: EmptyChain
let server: TestServer
let settings: Record<string, unknown>

beforeAll(async () => {
  chain = await emptyChain(31_337)
  const twin = { id: 31_338, url: chain.url }
  settings = {
    networks: [toNetworkSettings(chain, 'local'), toNetworkSettings(twin, 'twin')],
    // Requests over HTTP here pass a trusted proxy, so that they can have any address.
    trusted_proxies: ['127.0.0.1'],
    rate_limit_scale: 1000,
  }
  server = await testServer(settings)
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read what other tests have checked
  data: any
  text: string
}

type Instance = {
  call: (endpoint: Endpoint, body?: unknown, options?: Options) => Promise<Answer>
  close: () => Promise<void>
}

type Options = { token?: string; from?: string; path?: string }

/** Another instance on the same database, in this process, over HTTP. */
async function startInstance(changes: Partial<AppContext> = {}): Promise<Instance> {
  const app = await buildApp({ ...server.context, ...changes })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const call = async (
    { method, path: own }: Endpoint,
    body?: unknown,
    { token, from, path = own }: Options = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(from && { 'x-forwarded-for': from }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { data, access_token } = text === '' ? {} : JSON.parse(text)
    return { status: response.status, data: data ?? { access_token }, text }
  }
  return { call, close: () => app.close() }
}

/** Runs with this many instances, and ends them. */
async function withInstances(
  changes: Partial<AppContext>[],
  work: (...instances: Instance[]) => Promise<void>,
): Promise<void> {
  const instances = await Promise.all(changes.map(startInstance))
  try {
    await work(...instances)
  } finally {
    await Promise.all(instances.map(({ close }) => close()))
  }
}

async function prepare(instance: Instance, person: Signer, options: Options = {}) {
  const { address } = person
  const { data } = await instance.call(createSignatureMessage, { address }, options)
  const signature = await person.signMessage(data)
  return { address, signature, connector: 'demo', nonce: data.nonce as string }
}

async function signIn(instance: Instance, person: Signer): Promise<string> {
  const { data } = await instance.call(login, await prepare(instance, person))
  return data.access_token
}

const statusOf = async (instance: Instance, token: string) =>
  (await instance.call(listSessions, undefined, { token })).status

const count = async (table: 'sessions' | 'challenges' | 'users') =>
  (await server.database.selectFrom(table).selectAll().execute()).length

/** Times that one text is sent at once. */
const SENT = 100

describe('one text, signed once', () => {
  test('opens one session when it is sent a hundred times to two instances', async () => {
    await withInstances([{}, {}], async (first, second) => {
      const signed = await prepare(first, ada)
      const all = (endpoint: Endpoint, body?: unknown) =>
        Promise.all(
          Array.from({ length: SENT }, (_, index) =>
            (index % 2 ? first : second).call(endpoint, body),
          ),
        )
      // Opens all connections first, so that no login waits for its own.
      await all(listSessions)
      const answers = await all(login, signed)
      const tokens = answers.filter(({ status }) => status === 200)
      expect(tokens).toHaveLength(1)
      const refused = answers.filter(({ status }) => status === 401)
      expect(refused).not.toHaveLength(0)
      // A slow machine may run out of database connections.
      const busy = answers.filter(({ status }) => status === 503)
      expect(refused.length + busy.length).toBe(SENT - 1)
      expect(await statusOf(first, tokens[0]?.data.access_token)).toBe(200)
      const bodies = refused.map(({ text }) => text.replace(/"request_id":"[^"]+"/, ''))
      expect(new Set(bodies).size).toBe(1)
    })
    expect([await count('sessions'), await count('users')]).toEqual([1, 1])
  })

  test('is used up only together with the session that it opens', async () => {
    await withInstances([{}], async (instance) => {
      const token = await signIn(instance, ada)
      const signed = await prepare(instance, ada)
      await sql`
        alter table sessions
        add constraint closed check (chain_id < 0) not valid`.execute(server.database)
      const failed = await instance.call(login, signed, { token })
      await sql`alter table sessions drop constraint closed`.execute(server.database)
      expect(failed.status).toBe(500)
      expect(await statusOf(instance, token)).toBe(200)
      expect((await instance.call(login, signed, { token })).status).toBe(200)
      expect(await statusOf(instance, token)).toBe(401)
    })
  })
})

/** Number of texts; `npm run soak -- sign-in` reads more. */
const TEXTS = roundsOr(100, 10_000)
const FLOOD = Math.min(1000, TEXTS)

describe('many texts for a wallet', { timeout: 120_000 }, () => {
  /** Sends fifty at a time. */
  const flood = async (
    instance: Instance,
    from: (index: number) => string,
    texts = FLOOD,
  ) => {
    const { address } = ada
    for (let base = 0; base < texts; base += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          instance.call(
            createSignatureMessage,
            { address },
            { from: from(base + index) },
          ),
        ),
      )
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
  }
  const stranger = (index: number) => `10.0.${index >> 8}.${index & 255}`
  const victim = { from: '198.51.100.7' }

  test.each([
    ['one stranger', () => '203.0.113.9', 5],
    ['as many strangers', stranger, FLOOD + 1],
  ])('that %s asks for do not stop its owner', async (_, from, kept) => {
    await withInstances([{}], async (instance) => {
      const before = await prepare(instance, ada, victim)
      const unused = await prepare(instance, ada, victim)
      await flood(instance, from)
      expect(await count('challenges')).toBeLessThanOrEqual(kept + 4)

      const { nonce: _nonce, ...withoutNonce } = unused
      expect((await instance.call(login, withoutNonce, victim)).status).toBe(200)
      expect((await instance.call(login, before, victim)).status).toBe(200)
      const after = await prepare(instance, ada, victim)
      expect((await instance.call(login, after, victim)).status).toBe(200)
    })
  })

  test('are deleted with the next request after five minutes', async () => {
    const began = server.context.clock().getTime()
    let now = new Date(began)
    await withInstances([{ clock: () => now }], async (instance) => {
      await flood(instance, stranger, 100)
      now = new Date(began + 300_000)
      await prepare(instance, bob)
      expect(await count('challenges')).toBe(1)
    })
  })
})

const statements = [
  'Sign in.',
  "Do you agree? Yes! (a/b) [c] @d: #1, $2 & 'e' = f; g* + h~ i_j-k",
]

describe('a text for the wallet', { timeout: 600_000 }, () => {
  const sites = [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://launchpad',
    'https://mint.example.org',
    'https://mint.example.org:8443',
    'https://xn--bcher-kva.xn--p1ai',
  ]
  const rounds = Math.ceil(TEXTS / sites.length / statements.length)

  test.each(sites)(
    'is parsed by the reference parser as %s requests it',
    async (public_url) => {
      // Without the soak each address has one of the statements.
      const place = sites.indexOf(public_url) % statements.length
      const chosen = isSoak ? statements : [statements[place]]
      for (const sign_in_statement of chosen) {
        const { data_folder, web_folder } = server.configuration
        const configuration = configure({
          ...settings,
          ...{ public_url, sign_in_statement, data_folder, web_folder },
        })
        const app = await buildApp({ ...server.context, configuration })
        for (let round = 0; round < rounds; round += 1) {
          const address = checksumAddress(toHex(randomBytes(20)))
          const chain_id = [undefined, 31_337, 31_338][round % 3]
          const asked = round % 2 ? address : address.toLowerCase()
          const { payload } = await app.inject({
            method: 'POST',
            url: createSignatureMessage.path,
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify({ address: asked, chain_id }),
          })
          const { message, nonce, expires_at } = JSON.parse(payload).data
          const { issuedAt, ...parsed } = new ParsedMessage(message)
          expect(parsed).toMatchObject({
            scheme: undefined,
            domain: new URL(public_url).host,
            address,
            statement: sign_in_statement,
            uri: public_url,
            version: '1',
            chainId: chain_id ?? 31_337,
            nonce,
            expirationTime: expires_at,
            notBefore: undefined,
            requestId: undefined,
            resources: undefined,
          })
          expect(Date.parse(expires_at) - Date.parse(issuedAt)).toBe(300_000)
        }
        await app.close()
      }
    },
  )
})

describe('what one instance of a process ends', () => {
  test.each<[string, (instance: Instance, token: string, id: string) => Promise<Answer>]>(
    [
      [
        'by logging out',
        (instance, token) => instance.call(logout, undefined, { token }),
      ],
      [
        'by its id',
        (instance, token, id) =>
          instance.call(endSession, undefined, {
            token,
            path: endSession.path.replace(':id', id),
          }),
      ],
      [
        'with all others',
        (instance, token) => instance.call(endAllSessions, undefined, { token }),
      ],
    ],
  )('%s has ended on the other with the answer', async (_, end) => {
    await withInstances([{}, {}], async (first, second) => {
      const token = await signIn(first, ada)
      const list = await second.call(listSessions, undefined, { token })
      expect(list.status).toBe(200)
      const { status } = await end(first, token, list.data[0].id)
      expect(status).toBe(204)
      expect(await statusOf(second, token)).toBe(401)
    })
  })
})

describe('to the second', () => {
  const HOUR = 3600

  /** Instance whose clock stands still until it is moved by seconds. */
  const withClock = async (
    work: (instance: Instance, setClock: (seconds: number) => void) => Promise<void>,
  ) => {
    const began = server.context.clock().getTime()
    let now = new Date(began)
    await withInstances([{ clock: () => now }], (instance) =>
      work(instance, (seconds) => {
        now = new Date(began + seconds * 1000)
      }),
    )
  }

  test('a text can be used for five minutes', async () => {
    await withClock(async (instance, setClock) => {
      const [last, late] = [await prepare(instance, ada), await prepare(instance, ada)]
      setClock(299)
      expect((await instance.call(login, last)).status).toBe(200)
      setClock(300)
      expect((await instance.call(login, late)).status).toBe(401)
    })
  })

  test('a session that nobody uses ends after a day', async () => {
    await withClock(async (instance, setClock) => {
      const token = await signIn(instance, ada)
      setClock(24 * HOUR - 1)
      expect(await statusOf(instance, token)).toBe(200)
      setClock(48 * HOUR - 2)
      expect(await statusOf(instance, token)).toBe(200)
      setClock(72 * HOUR - 2)
      expect(await statusOf(instance, token)).toBe(401)
    })
  })

  test('a session that is used ends after seven days', async () => {
    await withClock(async (instance, setClock) => {
      const token = await signIn(instance, ada)
      for (let hour = 20; hour < 168; hour += 20) {
        setClock(hour * HOUR)
        expect(await statusOf(instance, token)).toBe(200)
      }
      setClock(168 * HOUR - 1)
      expect(await statusOf(instance, token)).toBe(200)
      setClock(168 * HOUR)
      expect(await statusOf(instance, token)).toBe(401)
    })
  })

  test('a session is listed as long as it opens anything', async () => {
    await withClock(async (instance, setClock) => {
      await signIn(instance, ada)
      setClock(HOUR)
      const token = await signIn(instance, ada)
      const list = async () =>
        (await instance.call(listSessions, undefined, { token })).data
      setClock(24 * HOUR - 1)
      expect(await list()).toHaveLength(2)
      setClock(24 * HOUR)
      expect(await list()).toHaveLength(1)
    })
  })
})
