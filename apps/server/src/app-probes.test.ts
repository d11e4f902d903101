import type { Endpoint } from '@platemark/api/endpoint'
import { profileFields } from '@platemark/api/profile-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  collectRoutes,
  endpointKey,
  findSample,
  newWorld,
  readDatabaseState,
  type TestWorld,
  toForm,
  toRequest,
} from '../test/calls.ts'
import { type TestChain, testChain } from '../test/chain.ts'
import { nameSettings } from '../test/names.ts'
import { ada, type TestServer, testServer } from '../test/server.ts'

let chain: TestChain
let server: TestServer
let endpoints: Endpoint[]
let world: TestWorld

const settings = (chain: TestChain) => ({
  ...nameSettings(chain),
  networks: [chain.network],
  public_url: 'https://mint.example',
  rate_limit_scale: 1_000_000,
})

beforeAll(async () => {
  chain = await testChain()
  const routes = await collectRoutes(async () => {
    server = await testServer(settings(chain))
  })
  endpoints = routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []))
})
beforeEach(async () => {
  world = await newWorld(server, chain)
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const taking = (body: 'json' | 'form') =>
  endpoints.filter(
    (one) => one.body && (one.body_kind === 'multipart') === (body === 'form'),
  )

describe('a body with prototype keys', { timeout: 120_000 }, () => {
  const poisoned = [
    '"__proto__":{"role":"admin"}',
    '"constructor":{"prototype":{"role":"admin"}}',
    '"\\u005f_proto__":1',
    '"deep":[{"x":{"__proto__":null}}]',
    '"constructor":1,"constructor":2',
  ]

  test.each(poisoned)('is refused by every call that takes JSON: %s', async (poison) => {
    const calls = taking('json')
    expect(calls.length).toBeGreaterThan(5)
    const probes: Probe[] = []
    for (const endpoint of calls) {
      probes.push([endpoint, await bodyWith(endpoint, poison), [400]])
    }
    await expectUnchanged(probes)
    expect(Reflect.get({}, 'role')).toBeUndefined()
  })

  test('is refused by every form, in its data and as a field', async () => {
    const calls = taking('form')
    expect(calls.length).toBeGreaterThan(1)
    const probes: Probe[] = []
    for (const endpoint of calls) {
      const { body = {} } = await findSample(endpoint, world)
      for (const poison of poisoned) {
        const form = toForm({ data: withMember(body, poison) })
        probes.push([endpoint, form, [400]])
      }
      for (const name of ['__proto__', 'constructor', 'toString']) {
        // A surplus field may be counted before it is read.
        const form = toForm({ data: JSON.stringify(body), [name]: 'x' })
        probes.push([endpoint, form, [400, 413]])
        probes.push([endpoint, toForm({ [name]: 'x' }), [400]])
      }
    }
    await expectUnchanged(probes)
  })
})

describe('a body that names columns', { timeout: 120_000 }, () => {
  test('changes only the profile fields of the user', async () => {
    const before = await rowOf('users')
    const columns = Object.keys(before).filter((name) => !(name in profileFields))
    const named = [...columns, 'balance', 'avatar_url', 'role', 'is_admin', 'sessions']
    const body = Object.fromEntries(named.map((name) => [name, strange(before[name])]))
    const { status } = await server.post('/api/user/update', body, { as: ada })
    expect(status).toBe(200)
    const { updated_at: _, ...after } = await rowOf('users')
    expect(before).toMatchObject(after)
  })

  test('changes no column of a draft that is set elsewhere', async () => {
    const before = await rowOf('drafts')
    const names = ['id', 'owner', 'salt', 'collection_id', 'image_file', 'cover_file']
    const frozen = [...names, 'predicted_address', 'deadline', 'created_at', 'chain_id']
    const body = Object.fromEntries(frozen.map((name) => [name, strange(before[name])]))
    const path = `/api/contract/studio/${world.draft}/update`
    expect((await server.post(path, body, { as: ada })).status).toBe(200)
    const after = await rowOf('drafts')
    for (const name of frozen) expect([name, after[name]]).toEqual([name, before[name]])
  })
})

describe('ambiguous JSON', { timeout: 120_000 }, () => {
  test.each([
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['NaN', (text: string) => withText(text, '"x":NaN')],
    ['a number that no number can hold', (text: string) => withText(text, '"x":1e400')],
    ['its negative', (text: string) => withText(text, '"x":[-1e400]')],
    ['a comment', (text: string) => `${text}/**/`],
    ['a comma too many', (text: string) => text.replace(/\}$/, ',}')],
    ['single quotes', (text: string) => withText(text, "'x':1")],
  ])('is refused by every call: %s', async (_, spoil) => {
    const probes: Probe[] = []
    for (const endpoint of taking('json')) {
      const { body = {} } = await findSample(endpoint, world)
      const payload = spoil(withText(JSON.stringify(body), '"and":1'))
      probes.push([endpoint, jsonOf(payload), [400]])
    }
    await expectUnchanged(probes)
  })

  test('uses the last value of a repeated name, validated like any other', async () => {
    const send = (text: string) =>
      server.send(
        { method: 'POST', url: '/api/user/update', ...jsonOf(text) },
        { as: ada },
      )
    const { data } = await send('{"bio":"one","bio":"two"}')
    expect(data.bio).toBe('two')
    expect((await send('{"bio":"one","bio":5}')).status).toBe(422)
  })
})

describe('a page of another site', { timeout: 120_000 }, () => {
  test('changes nothing with the credentials that browsers send by themselves', async () => {
    const types = ['text/plain', 'text/plain;charset=UTF-8', '']
    const posts = endpoints.filter(({ method }) => method === 'POST')
    for (const endpoint of posts) {
      const { params, body = {} } = await findSample(endpoint, world)
      const url = toRequest(endpoint, { ...(params && { params }) }).url
      const text = JSON.stringify(body)
      const sent = [
        ...types.map((type) => ({ payload: text, headers: { 'content-type': type } })),
        {
          payload: new URLSearchParams({ data: text }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
        toForm({ data: text }),
        { headers: {} },
      ]
      const before = await readDatabaseState(server)
      for (const { headers, ...rest } of sent) {
        const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
        const answer = await server.send({
          method: 'POST',
          url: String(url),
          ...rest,
          headers: { ...headers, ...foreign, cookie: 'access_token=plm_x' },
        })
        expect([endpointKey(endpoint), answer.status]).toEqual([
          endpointKey(endpoint),
          expect.toBeOneOf([400, 401, 415]),
        ])
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
      expect(await readDatabaseState(server), endpointKey(endpoint)).toBe(before)
    }
  })

  test('reads public data, never with credentials, and nothing with a token', async () => {
    const foreign = { headers: { origin: 'https://evil.example' } }
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const request = toRequest(endpoint, await findSample(endpoint, world))
      const without = await server.send(request, foreign)
      const isPublic = endpoint.access !== 'signed-in'
      const key = endpointKey(endpoint)
      const actual = [key, without.headers['access-control-allow-origin']]
      expect(actual).toEqual([key, isPublic ? '*' : undefined])
      const withToken = await server.send(request, { ...foreign, as: ada })
      for (const { headers } of [without, withToken]) {
        expect(headers['access-control-allow-credentials']).toBeUndefined()
      }
      expect(withToken.headers['access-control-allow-origin']).toBeUndefined()
      if (endpoint.path.startsWith('/api/')) expect(withToken.headers.vary).toBe('Origin')
    }
  })
})

describe('origins that the operator lists', { timeout: 120_000 }, () => {
  const listed = 'https://app.example'
  let open: TestServer

  beforeAll(async () => {
    open = await testServer({ ...settings(chain), allowed_origins: [`${listed}/`] })
  })
  afterAll(() => open.close())

  const ask = (origin: string, url = '/api/user/get') =>
    open.send({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })

  test('may call with a token', async () => {
    const preflight = await ask(listed)
    expect([preflight.status, preflight.body]).toEqual([204, ''])
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      vary: 'Origin',
    })
    const { status, headers } = await open.get('/api/user/get', {
      as: ada,
      headers: { origin: listed },
    })
    expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([
      200,
      listed,
      'Origin',
    ])
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each([
    'http://app.example',
    'https://app.example.evil.example',
    'https://evil-app.example',
    'https://app.example:8443',
    'HTTPS://APP.EXAMPLE',
    'null',
    '*',
    '',
  ])('are compared whole: %s is none of them', async (origin) => {
    const preflight = await ask(origin)
    expect(preflight.status).toBe(204)
    const called = await open.get('/api/user/get', { as: ada, headers: { origin } })
    for (const { headers } of [preflight, called]) {
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers.vary).toBe('Origin')
    }
  })

  test('receive no more outside of the API', async () => {
    const { status, headers } = await ask(listed, '/robots.txt')
    expect([status, headers['access-control-allow-origin']]).toEqual([204, undefined])
  })
})

describe('headers that are no cache key', { timeout: 120_000 }, () => {
  const lies = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '81',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-server': 'evil.example',
    'x-host': 'evil.example',
    forwarded: 'host=evil.example;proto=http',
    'x-original-url': '/api/user/get',
    'x-rewrite-url': '/api/user/get',
    'x-http-method-override': 'POST',
    'x-method-override': 'DELETE',
  }

  test.each([[[]], [['127.0.0.1']]])(
    'change no public answer, also behind trusted proxies: %j',
    async (trusted_proxies) => {
      const behind = await testServer({ ...settings(chain), trusted_proxies })
      const same = await newWorld(behind, chain)
      const isPublic = ({ method, access }: Endpoint) =>
        method === 'GET' && access !== 'signed-in'
      const reads = await Promise.all(
        endpoints
          .filter(isPublic)
          .map(async (endpoint) => toRequest(endpoint, await findSample(endpoint, same))),
      )
      const pages = ['/', '/collections', `/collection/local/${same.collection}`]
      const accept = { accept: 'text/html' }
      for (const { url } of [...reads, ...pages.map((url) => ({ url }))]) {
        const call = { method: 'GET', url: String(url) } as const
        const plain = await behind.send(call, { headers: accept })
        const lied = await behind.send(call, { headers: { ...accept, ...lies } })
        expect([url, lied.status]).toEqual([url, plain.status])
        expect(lied.body).not.toContain('evil')
        expect(lied.headers.location).toBe(plain.headers.location)
      }
      const { data } = await behind.post(
        '/api/oauth/create-signature-message',
        { address: ada.address },
        { headers: { ...lies, origin: 'https://evil.example' } },
      )
      expect(data.message).toMatch(/^mint\.example wants you to sign in/)
      expect(data.message).not.toContain('evil')
      await behind.close()
    },
  )
})

describe('a URL that looks like a file', { timeout: 120_000 }, () => {
  test.each(['/x.css', '/.css', '%2fx.css', ';x.css', '.css', '/..%2fx.css', '%00.css'])(
    'is nothing behind any private read: %s',
    async (end) => {
      const reads = endpoints.filter(
        ({ method, access }) => method === 'GET' && access === 'signed-in',
      )
      expect(reads.length).toBeGreaterThan(2)
      for (const endpoint of reads) {
        const { url } = toRequest(endpoint, await findSample(endpoint, world))
        const { status, headers } = await server.get(`${url}${end}`, { as: ada })
        expect([url, status]).toEqual([url, expect.toBeOneOf([400, 404, 405, 422])])
        expect(headers['cache-control']).toBe('no-store')
      }
    },
  )
})

describe('a parameter', { timeout: 120_000 }, () => {
  const sent = async (endpoint: Endpoint, more: string) => {
    const request = toRequest(endpoint, await findSample(endpoint, world))
    const url = String(request.url)
    const mark = url.includes('?') ? '&' : '?'
    return server.send({ ...request, url: `${url}${mark}${more}` }, { as: ada })
  }
  const calls = () => endpoints.filter(({ path }) => path.startsWith('/api/'))

  test.each([
    ['utm_source=x', 'utm_source'],
    ['isAdmin=true', 'isAdmin'],
    ['cb%5Ba%5D=1', 'cb[a]'],
    ['=1', ''],
  ])('that no call knows is refused by its name: %s', async (more, name) => {
    for (const endpoint of calls()) {
      const { status, error } = await sent(endpoint, more)
      expect([endpointKey(endpoint), status]).toEqual([endpointKey(endpoint), 422])
      expect(Object.keys(error?.fields ?? {}).join('')).toBe(name)
    }
  })

  test.each(['__proto__=1', 'constructor=1', '__proto__%5Brole%5D=admin'])(
    'that would poison objects is refused: %s',
    async (more) => {
      for (const endpoint of calls()) {
        const { status } = await sent(endpoint, more)
        expect([endpointKey(endpoint), status]).toEqual([
          endpointKey(endpoint),
          expect.toBeOneOf([400, 422]),
        ])
      }
      expect(Reflect.get({}, 'role')).toBeUndefined()
    },
  )

  test('repeated is refused by every call that takes it', async () => {
    for (const endpoint of calls().filter(({ query }) => query)) {
      const { query = {} } = await findSample(endpoint, world)
      for (const [name, value] of Object.entries(query)) {
        const { status } = await sent(endpoint, `${name}=${value}`)
        expect([endpointKey(endpoint), status]).toEqual([endpointKey(endpoint), 422])
      }
    }
  })
})

/** A body for an endpoint, and the statuses that may refuse it. */
type Probe = [
  endpoint: Endpoint,
  request: { payload?: unknown; headers?: unknown },
  statuses: number[],
]

/** Sends the bodies as ada, and expects refusals that change nothing together. */
async function expectUnchanged(probes: Probe[]): Promise<void> {
  const urls = new Map<Endpoint, string>()
  for (const [endpoint] of probes) {
    if (urls.has(endpoint)) continue
    const { params } = await findSample(endpoint, world)
    urls.set(endpoint, String(toRequest(endpoint, { ...(params && { params }) }).url))
  }
  await server.tokenOf(ada)
  const before = await readDatabaseState(server)
  for (const [endpoint, request, statuses] of probes) {
    const options = { method: endpoint.method, url: urls.get(endpoint), ...request }
    // Safe: as `toForm` and `jsonOf` make them.
    const answer = await server.send(options as Parameters<TestServer['send']>[0], {
      as: ada,
    })
    const key = endpointKey(endpoint)
    expect([key, answer.status]).toEqual([key, expect.toBeOneOf(statuses)])
  }
  expect(await readDatabaseState(server)).toBe(before)
}

async function bodyWith(endpoint: Endpoint, member: string) {
  const { body = {} } = await findSample(endpoint, world)
  return jsonOf(withMember(body, member))
}

/**
 * Serializes an object with one more member, as text: some could not be built as an
 * object.
 */
function withMember(body: object, member: string): string {
  return withText(JSON.stringify(body), member)
}

function withText(json: string, member: string): string {
  return json === '{}' ? `{${member}}` : json.replace(/\}$/, () => `,${member}}`)
}

function jsonOf(payload: string) {
  return { payload, headers: { 'content-type': 'application/json' } }
}

/** Returns a value other than the current one. */
function strange(value: unknown): unknown {
  return typeof value === 'number' ? value + 1 : `strange ${String(value)}`
}

/** Returns ada's row of a table. */
async function rowOf(table: 'users' | 'drafts'): Promise<Record<string, unknown>> {
  const column = table === 'users' ? 'address' : 'owner'
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)}
    where ${sql.ref(column)} = ${ada.address.toLowerCase()}`.execute(server.database)
  const [row] = rows
  if (!row) throw new Error(`Ada has no row in ${table}.`)
  return row
}
