import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoint } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listen } from '../test/listen.ts'
import { ada, type TestServer, testServer } from '../test/server.ts'
import { type RoutePlugin, route } from './http/route.ts'

const echo = endpoint({
  method: 'POST',
  path: '/api/test/echo/:name',
  access: 'public',
  summary: 'Answers what it was sent.',
  params: z.object({ name: z.string() }),
  query: z.strictObject({ loud: z.optional(z.enum(['yes', 'no'])) }),
  body: z.object({ text: z.string(), deep: z.optional(z.unknown()) }),
  replies: {
    200: z.object({ text: z.string(), at: z.nullable(z.string()), wei: z.string() }),
  },
})
const form = endpoint({
  method: 'POST',
  path: '/api/test/form',
  access: 'signed-in',
  summary: 'Counts the bytes it was sent.',
  body: z.object({ title: z.string() }),
  body_kind: 'multipart',
  files: ['image', 'cover'],
  replies: {
    201: z.object({ title: z.string(), bytes: z.record(z.string(), z.number()) }),
  },
})
const either = endpoint({
  method: 'GET',
  path: '/api/test/either',
  access: 'optional',
  summary: 'Answers in two ways.',
  query: z.strictObject({ how: z.enum(['now', 'later']) }),
  replies: {
    200: z.object({ who: z.nullable(z.string()) }),
    202: z.object({ wait: z.number() }),
  },
})
const failing = endpoint({
  method: 'GET',
  path: '/api/test/fail/:how',
  access: 'public',
  summary: 'Fails.',
  params: z.object({ how: z.enum(['thrown', 'problem', 'shape']) }),
  replies: { 200: z.object({ must: z.string() }) },
  problems: ['already_deployed'],
})

const routes: RoutePlugin[] = [
  route(echo, ({ body }) => ({
    text: body.text,
    at: new Date(0),
    wei: 10n ** 30n,
    secret: 'never sent',
  })),
  route(form, ({ body, files }) => ({
    title: body.title,
    bytes: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, bytes?.length ?? 0]),
    ),
  })),
  route(either, ({ query, session }) =>
    query.how === 'now'
      ? { status: 200 as const, data: { who: session?.address ?? null } }
      : { status: 202 as const, data: { wait: 5 } },
  ),
  route(failing, ({ params }) => {
    if (params.how === 'thrown') throw new Error('secret /etc/passwd select * from users')
    if (params.how === 'problem') {
      throw new Problem('already_deployed', undefined, { data: { address: '0x1' } })
    }
    // Safe: a wrong row, as a mistake of ours would be.
    return {} as { must: string }
  }),
]

let server: TestServer

beforeAll(async () => {
  server = await testServer(
    {
      networks: [
        {
          alias: 'base',
          rpc_urls: ['https://secret.example/key'],
          public_rpc_urls: ['https://rpc.example/rpc'],
        },
      ],
      limits: { image_bytes: 5000 },
    },
    { extraRoutes: routes },
  )
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const pagePolicy =
  /^default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self' https:\/\/rpc\.example; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/
/** Responses other than pages load nothing, even if a browser displays them. */
const dataPolicy =
  /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/

const always: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'cache-control': /./,
  'x-request-id': /^[0-9a-f-]{36}$/,
}

/** Headers for scripts, links and windows, which only pages have. */
const ofPages: Record<string, RegExp> = {
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'permissions-policy': /camera=\(\).*clipboard-write=\(self\)/,
  'cross-origin-opener-policy': /^same-origin-allow-popups$/,
}

describe('every response', () => {
  test.each([
    ['a read', 200, 'GET', '/api/config', {}],
    ['a page', 404, 'GET', '/nowhere', { accept: 'text/html' }],
    ['a missing asset', 404, 'GET', '/assets/nothing.js', { accept: 'text/html' }],
    ['a missing call', 404, 'GET', '/api/nothing', { accept: 'text/html' }],
    ['a head request', 200, 'HEAD', '/api/config', {}],
    ['a wrong method', 405, 'DELETE', '/api/config', {}],
    ['a question for the methods', 204, 'OPTIONS', '/api/config', {}],
    ['a refused call', 401, 'GET', '/api/user/get', {}],
    ['an invalid call', 422, 'GET', '/api/contract/list?page=0', {}],
    ['an unreadable address', 400, 'GET', '/api/test/fail/%zz', {}],
    ['a failure of ours', 500, 'GET', '/api/test/fail/thrown', {}],
    ['a row of another shape', 500, 'GET', '/api/test/fail/shape', {}],
  ] as const)(
    'carries the whole header table: %s',
    async (_, expected, method, url, headers) => {
      const { status, headers: answered } = await server.send({ method, url, headers })
      expect(status).toBe(expected)
      for (const [name, pattern] of Object.entries(always)) {
        expect(answered[name], name).toMatch(pattern)
      }
      const isPage = answered['content-type']?.startsWith('text/html')
      expect(isPage ?? false).toBe(url === '/nowhere')
      const policy = isPage ? pagePolicy : dataPolicy
      expect(answered['content-security-policy']).toMatch(policy)
      for (const [name, pattern] of Object.entries(ofPages)) {
        if (isPage) expect(answered[name], name).toMatch(pattern)
        else expect(answered[name], name).toBeUndefined()
      }
    },
  )

  test('carries them unchanged with 304, without a body', async () => {
    const first = await server.get('/api/config')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await server.get('/api/config', {
      headers: { 'if-none-match': `"other", ${first.headers.etag}` },
    })
    expect([again.status, again.body]).toEqual([304, ''])
    for (const [name, pattern] of Object.entries(always)) {
      expect(again.headers[name], name).toMatch(pattern)
    }
    expect(again.headers.etag).toBe(first.headers.etag)
  })

  test('has the policy of the page when a page has not changed', async () => {
    const page = { accept: 'text/html' }
    const first = await server.get('/', { headers: page })
    const again = await server.get('/', {
      headers: { ...page, 'if-none-match': first.headers.etag ?? '' },
    })
    expect([first.status, again.status]).toEqual([200, 304])
    for (const { headers } of [first, again]) {
      for (const [name, pattern] of Object.entries(ofPages)) {
        expect(headers[name], name).toMatch(pattern)
      }
      expect(headers['content-security-policy']).toMatch(pagePolicy)
    }
  })

  test('carries them for bytes that are no HTTP', async () => {
    const { port } = await listen(server.app)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('HELLO\r\n\r\n'))
      let text = ''
      socket.on('data', (bytes) => {
        text += bytes
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain("default-src 'none'")
    expect(answer).toContain('"code":"bad_request"')

    const trace = await new Promise<number | undefined>((resolve) => {
      httpRequest(
        { port, host: '127.0.0.1', method: 'TRACE', path: '/api/config' },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      ).end()
    })
    expect(trace).toBe(404)
  })

  test.each(['/api/config', '/', '/plates/a.svg'])(
    'carries no header twice: %s',
    async (url) => {
      const { port } = await listen(server.app)
      const headers = { accept: 'text/html', 'accept-encoding': 'br' }
      const names = await new Promise<string[]>((resolve) => {
        httpRequest({ port, host: '127.0.0.1', path: url, headers }, (response) => {
          response.resume()
          resolve(response.rawHeaders.filter((_, place) => place % 2 === 0))
        }).end()
      })
      expect(names.length).toBeGreaterThan(10)
      expect(names.length).toBe(new Set(names.map((name) => name.toLowerCase())).size)
    },
  )

  test("names the request in header and body, not by the caller's value", async () => {
    const { headers, body } = await server.get('/api/nothing', {
      headers: { 'x-request-id': 'mine' },
    })
    expect(JSON.parse(body).error.request_id).toBe(headers['x-request-id'])
    expect(headers['x-request-id']).not.toBe('mine')
  })
})

describe('public reads', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=0.5, br;q=0', gunzipSync],
  ] as const)('are sent as %s to whoever takes it', async (encoding, accepted, read) => {
    const url = '/api/openapi.json'
    const plain = await server.get(url)
    for (let count = 0; count < 2; count += 1) {
      const response = await server.app.inject({
        url,
        headers: { 'accept-encoding': accepted },
      })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers.vary).toBe('accept-encoding')
      expect(response.headers.etag).toBe(plain.headers.etag)
      expect(read(response.rawPayload).toString()).toBe(plain.body)
    }
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test.each(['/api/config', '/api/openapi.json'])(
    'may be read from foreign pages, without credentials: %s',
    async (url) => {
      const { headers } = await server.get(url, {
        headers: { origin: 'https://a.example' },
      })
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    },
  )

  test('stay private once a token is sent', async () => {
    const { headers } = await server.get('/api/test/either?how=now', { as: ada })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  })
})

describe('a call', () => {
  test('returns what the API contract declares: times and integers as text, nothing more', async () => {
    const { status, data, body } = await server.post('/api/test/echo/x', {
      text: 'hi',
      extra: 1,
    })
    expect([status, data]).toEqual([
      200,
      { text: 'hi', at: '1970-01-01T00:00:00.000Z', wei: `${10n ** 30n}` },
    ])
    expect(body).not.toContain('secret')
  })

  test('may succeed in two ways', async () => {
    const now = await server.get('/api/test/either?how=now', { as: ada })
    expect([now.status, now.data]).toEqual([200, { who: ada.address.toLowerCase() }])
    const later = await server.get('/api/test/either?how=later')
    expect([later.status, later.data]).toEqual([202, { wait: 5 }])
  })

  test('with an invalid token is refused even where none is needed', async () => {
    const { status } = await server.get('/api/test/either?how=now', {
      headers: { authorization: 'Bearer dead' },
    })
    expect(status).toBe(401)
  })

  test('may carry data beside its error', async () => {
    const { status, error, body } = await server.get('/api/test/fail/problem')
    expect([status, error?.code]).toEqual([409, 'already_deployed'])
    expect(JSON.parse(body).data).toEqual({ address: '0x1' })
  })

  test('that fails inside the server reveals nothing of the cause', async () => {
    for (const how of ['thrown', 'shape']) {
      const { status, error, body } = await server.get(`/api/test/fail/${how}`)
      expect([status, error?.message]).toEqual([
        500,
        'Something went wrong on our side. Try again.',
      ])
      expect(body).not.toMatch(/passwd|select|must|\.ts|stack/i)
    }
  })

  test('to an unknown path is 404 in the shape of the API contract', async () => {
    const { status, error } = await server.get('/api/user/get/x.css')
    expect([status, error?.code]).toEqual([404, 'not_found'])
  })

  test('with an unsupported method lists the supported ones', async () => {
    const { status, error, headers } = await server.send({
      method: 'GET',
      url: '/api/oauth/login',
    })
    expect([status, error?.code, headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'POST, OPTIONS',
    ])
  })
})

describe('a query', () => {
  test.each([
    ['/api/test/either?how=sometimes', 'how', 'Use one of: now, later.'],
    ['/api/test/either', 'how', 'This is required.'],
    ['/api/test/either?how=now&why=', 'why', 'This parameter does not exist.'],
    ['/api/test/either?how=now&how=later', 'how', undefined],
    ['/api/config?x=1', 'x', 'This parameter does not exist.'],
    ['/api/contract/list?sort_by=best', 'sort_by', undefined],
    ['/api/contract/list?page=1.5', 'page', 'Pages are whole numbers from 1.'],
  ])('is refused where it is not understood: %s', async (url, field, sentence) => {
    const { status, error } = await server.get(url)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    if (sentence) expect(error?.fields?.[field]).toEqual([sentence])
  })

  test('with a prototype key is unreadable', async () => {
    for (const key of ['__proto__', 'constructor']) {
      expect((await server.get(`/api/test/either?how=now&${key}=1`)).status).toBe(400)
    }
  })
})

describe('a body', () => {
  const raw = (payload: string, type = 'application/json') =>
    server.send({
      method: 'POST',
      url: '/api/test/echo/x',
      headers: { 'content-type': type },
      payload,
    })

  test.each([
    ['half of it', '{"text":'],
    ['nothing', ''],
    ['a number that is none', '{"text": NaN}'],
    ['text behind the end', '{"text":"a"} x'],
    ['__proto__', '{"text":"a","__proto__":{"isAdmin":true}}'],
    ['__proto__ deep inside', '{"text":"a","deep":[{"x":{"__proto__":1}}]}'],
    ['constructor', '{"text":"a","constructor":{}}'],
    ['an escaped __proto__', '{"text":"a","\\u005f_proto__":1}'],
    ['a thousand levels', `{"text":"a","deep":${'['.repeat(1000)}${']'.repeat(1000)}}`],
  ])('of %s is unreadable', async (_, payload) => {
    const { status, error } = await raw(payload)
    expect([status, error?.code]).toEqual([400, 'bad_request'])
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
  })

  test.each(['"text"', '[]', 'null', '5'])(
    'of %s is not the object that is asked for',
    async (payload) => {
      expect((await raw(payload)).status).toBeOneOf([400, 422])
    },
  )

  test('beyond 64 KiB is too large', async () => {
    const fits = JSON.stringify({ text: 'x'.repeat(65_536 - 11) })
    expect((await raw(fits)).status).toBe(200)
    const { status, error } = await raw(`${fits} `)
    expect([status, error?.code]).toEqual([413, 'file_too_large'])
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('as %s is refused', async (type) => {
    const { status, error } = await raw('{"text":"a"}', type)
    expect([400, 415]).toContain(status)
    expect(['unsupported_media', 'bad_request']).toContain(error?.code)
  })

  test('names every wrong field', async () => {
    const { status, error } = await server.post('/api/test/echo/x', { text: 5 })
    expect([status, error?.fields]).toEqual([422, { text: ['This must be text.'] }])
  })
})

describe('a form', () => {
  const picture = new Uint8Array(3000)

  test('carries its data as JSON and its files by name', async () => {
    const { status, data } = await server.postForm(
      '/api/test/form',
      { data: { title: 'Plates' }, files: { image: picture } },
      { as: ada },
    )
    expect([status, data]).toEqual([201, { title: 'Plates', bytes: { image: 3000 } }])
  })

  test('without a token is refused', async () => {
    const { status } = await server.postForm('/api/test/form', { data: { title: 'a' } })
    expect(status).toBe(401)
  })

  test.each([
    ['an unknown file', { data: { title: 'a' }, files: { virus: picture } }, 400],
    [
      'a file that is too large',
      { data: { title: 'a' }, files: { image: new Uint8Array(6000) } },
      413,
    ],
    ['a wrong field', { data: { title: 5 } }, 422],
    ['no data', { files: { image: picture } }, 422],
    ['a poisoned field', { data: JSON.parse('{"title":"a","__proto__":1}') }, 400],
  ])('with %s is refused', async (_, sent, expected) => {
    const { status } = await server.postForm('/api/test/form', sent, { as: ada })
    expect(status).toBe(expected)
  })

  test('sent as JSON is refused', async () => {
    const { status, error } = await server.post(
      '/api/test/form',
      { title: 'a' },
      { as: ada },
    )
    expect([status, error?.code]).toEqual([415, 'unsupported_media'])
  })

  test('cut off in the middle is unreadable', async () => {
    const { status } = await server.send(
      {
        method: 'POST',
        url: '/api/test/form',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: '--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n{"ti',
      },
      { as: ada },
    )
    expect(status).toBe(400)
  })
})

describe('reads in one process', () => {
  test('are limited by client', async () => {
    const limited = await testServer({
      networks: [],
      limits: { reads_per_client: 3 },
      rate_limit_scale: 1,
    })
    for (let count = 0; count < 3; count += 1) await limited.get('/api/config')
    const { status, error, headers } = await limited.get('/api/config')
    expect([status, error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await limited.get('/api/config', { from: '10.0.0.9' })).status).toBe(200)
    expect((await limited.get('/health')).status).toBe(200)
    await limited.close()
  })
})
