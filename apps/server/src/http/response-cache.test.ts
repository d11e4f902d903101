import { request as httpRequest, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { endpoint } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listen } from '../../test/listen.ts'
import { ada, type TestServer, testServer } from '../../test/server.ts'
import { createResponseCache } from './response-cache.ts'
import { route } from './route.ts'

const list = endpoint({
  method: 'GET',
  path: '/api/test/list/:name',
  access: 'public',
  summary: 'Counts how often it was made.',
  params: z.object({ name: z.string() }),
  query: z.strictObject({
    page: z._default(z.string(), '1'),
    sort_by: z.optional(z.string()),
  }),
  replies: { 200: z.array(z.object({ text: z.string() })) },
  meta: z.object({ made: z.number() }),
  cache_seconds: 2,
})
const own = endpoint({
  method: 'GET',
  path: '/api/test/own',
  access: 'signed-in',
  summary: 'For somebody.',
  replies: { 200: z.object({}) },
})
const either = endpoint({
  method: 'GET',
  path: '/api/test/either',
  access: 'optional',
  summary: 'For everyone.',
  replies: { 200: z.object({ who: z.nullable(z.string()) }) },
})
const write = endpoint({
  method: 'POST',
  path: '/api/test/write',
  access: 'public',
  summary: 'A write.',
  replies: { 200: z.object({}) },
})

let server: TestServer
let made = 0
let isFailing = false

beforeAll(async () => {
  server = await testServer(
    { limits: { kept_answers: 3 } },
    {
      extraRoutes: [
        route(list, async ({ params }) => {
          made += 1
          if (isFailing) throw new Problem('chain_unavailable')
          return { data: [{ text: params.name.repeat(2000) }], meta: { made } }
        }),
        route(own, () => ({})),
        route(either, ({ session }) => ({ who: session?.address ?? null })),
        route(write, () => ({})),
      ],
    },
  )
})
beforeEach(() => {
  made = 0
  isFailing = false
  server.clock.advance(10_000)
})
afterAll(() => server.close())

const ask = (query = '', name = 'a') => server.get(`/api/test/list/${name}${query}`)

describe('a publicly cacheable list', () => {
  test('declares its lifetime, and may be shown while it is revalidated', async () => {
    const { headers } = await ask()
    expect(headers['cache-control']).toBe('public, max-age=2, stale-while-revalidate=10')
    expect(headers.etag).toMatch(/^W\/"[\w-]{27}"$/)
  })

  test('is made once while it is fresh, and again afterwards', async () => {
    const first = await ask()
    const second = await ask()
    expect([second.body, second.headers.etag]).toEqual([first.body, first.headers.etag])
    expect(second.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(made).toBe(1)
    server.clock.advance(2000)
    expect((await ask()).meta).toEqual({ made: 2 })
  })

  test('is one whatever the order and the defaults of its query', async () => {
    await ask('?sort_by=b&page=1')
    await ask('?page=1&sort_by=b')
    await ask('?sort_by=b')
    expect(made).toBe(1)
    await ask('?sort_by=c')
    await ask('?sort_by=b', 'other')
    expect(made).toBe(3)
  })

  test('is made once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(made).toBe(1)
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  })

  test('is dropped, the oldest first, when there are too many', async () => {
    for (const page of [1, 2, 3, 4]) await ask(`?page=${page}`)
    await ask('?page=4')
    expect(made).toBe(4)
    await ask('?page=1')
    expect(made).toBe(5)
  })

  test('is not cached when it failed', async () => {
    isFailing = true
    const failed = await ask()
    expect([failed.status, failed.headers['cache-control']]).toEqual([503, 'no-store'])
    expect(failed.headers.etag).toBeUndefined()
    isFailing = false
    expect((await ask()).status).toBe(200)
  })

  test('is made for each request with a token, and not cached', async () => {
    await ask()
    const { headers } = await server.get('/api/test/list/a', { as: ada })
    expect(made).toBe(2)
    expect(headers['cache-control']).toBe('no-store')
    expect([headers.etag, headers.vary]).toEqual([undefined, 'Origin'])
  })
})

describe('a cached response', () => {
  const kept = () =>
    createResponseCache({ most: 3, seconds: 2, clock: () => new Date(0) })

  test('is found at once by each URL that it was made for', async () => {
    const answers = kept()
    expect(answers.find('/list?page=1')).toBeUndefined()
    const one = await answers.get('/list?page=1', 'one', async () => 'Größe')
    const other = await answers.get('/list', 'one', async () => 'never made')
    expect([one.text, other]).toEqual(['Größe', one])
    expect([answers.find('/list?page=1'), answers.find('/list')]).toEqual([one, one])
  })

  test('stays when more and more URLs request it, of which few are remembered', async () => {
    const answers = kept()
    for (let index = 0; index < 10_000; index += 1) {
      const { text } = await answers.get(`/list?${index}`, 'one', async () => `${index}`)
      expect(text).toBe('0')
    }
    const known = [...Array(10_000).keys()].filter((index) =>
      answers.find(`/list?${index}`),
    )
    expect(known).toEqual([9997, 9998, 9999])
  })

  test('is not found by a very long URL', async () => {
    const answers = kept()
    const address = `/list?search=${'%20'.repeat(1000)}`
    await answers.get(address, 'one', async () => 'text')
    expect(answers.find(address)).toBeUndefined()
  })

  test('is not found while it is being made, nor after a failure', async () => {
    const answers = kept()
    const failing = answers.get('/list', 'one', async () => {
      throw new Error('It cannot be made.')
    })
    expect(answers.find('/list')).toBeUndefined()
    await expect(failing).rejects.toThrow('It cannot be made.')
    expect(answers.find('/list')).toBeUndefined()
  })

  test('counts as a read, and is refused like one', async () => {
    const limited = await testServer(
      { rate_limit_scale: 1, limits: { kept_answers: 3, reads_per_client: 3 } },
      { extraRoutes: [route(list, () => ({ data: [], meta: { made: 1 } }))] },
    )
    const statuses = []
    for (const _ of Array(4)) {
      statuses.push((await limited.get('/api/test/list/a')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    await limited.close()
  })

  test('is the same for concurrent compressed requests', async () => {
    const answers = await Promise.all(
      ['br', 'br', 'gzip', 'br'].map((encoding) =>
        server.app.inject({
          url: '/api/test/list/a',
          headers: { 'accept-encoding': encoding },
        }),
      ),
    )
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'br',
      'gzip',
      'br',
    ])
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(made).toBe(1)
  })
})

describe('an unchanged response', () => {
  test.each([
    ['its tag', (etag: string) => etag],
    ['the tag without its weakness', (etag: string) => etag.replace('W/', '')],
    ['one of several tags', (etag: string) => `"other", W/"more" ,${etag}`],
    ['any tag', () => '*'],
  ])('is not sent again to whoever names %s', async (_, tell) => {
    const first = await ask()
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers, body } = await server.send({
        method,
        url: '/api/test/list/a',
        headers: { 'if-none-match': tell(first.headers.etag ?? '') },
      })
      expect([method, status, body]).toEqual([method, 304, ''])
      expect(headers['content-length']).toBeUndefined()
      for (const name of ['etag', 'cache-control', 'vary']) {
        expect([name, headers[name]]).toEqual([name, first.headers[name]])
      }
    }
  })

  test.each(['"other"', 'W/"other"', '""', 'x'])(
    'is sent to who names %s',
    async (tag) => {
      const { status } = await server.get('/api/test/list/a', {
        headers: { 'if-none-match': tag },
      })
      expect(status).toBe(200)
    },
  )

  test('is equal compressed and not, and declares the dependency', async () => {
    const plain = await ask()
    const packed = await server.app.inject({
      url: '/api/test/list/a',
      headers: { 'accept-encoding': 'br' },
    })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      etag: plain.headers.etag,
      vary: 'accept-encoding',
    })
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    const known = await server.app.inject({
      url: '/api/test/list/a',
      headers: { 'accept-encoding': 'br', 'if-none-match': `${packed.headers.etag}` },
    })
    expect([known.statusCode, known.body, known.headers['content-encoding']]).toEqual([
      304,
      '',
      undefined,
    ])
  })
})

describe('private responses', () => {
  test.each([
    ['a read of somebody', 'GET', '/api/test/own', true],
    ['a read that needs no token, with one', 'GET', '/api/test/either', true],
    ['a write', 'POST', '/api/test/write', false],
    ['a refusal', 'GET', '/api/test/own', false],
    ['a wrong query', 'GET', '/api/test/list/a?page=1&page=2', false],
    ['a question for the methods', 'OPTIONS', '/api/test/either', false],
  ] as const)('is %s', async (_, method, url, isSignedIn) => {
    const headers = { 'if-none-match': '*' }
    const answer = await server.send(
      { method, url, headers },
      isSignedIn ? { as: ada } : {},
    )
    expect([answer.headers['cache-control'], answer.headers.etag]).toEqual([
      'no-store',
      undefined,
    ])
    expect(answer.status).not.toBe(304)
  })

  test('declare that they depend on a token', async () => {
    const { headers } = await server.get('/api/test/either')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.vary).toBe('authorization, accept-encoding')
  })
})

describe('every method', () => {
  test('that is HEAD has the headers of GET, without the body', async () => {
    const path = `/api/test/list/${encodeURIComponent('ä')}`
    const read = await overHttp('GET', path)
    const head = await overHttp('HEAD', path)
    expect([head.status, head.length]).toEqual([200, 0])
    const ownOnly = new Set(['date', 'x-request-id'])
    const names = Object.keys(read.headers).filter((name) => !ownOnly.has(name))
    for (const name of names) {
      expect([name, head.headers[name]]).toEqual([name, read.headers[name]])
    }
    const again = await overHttp('GET', path)
    expect(read.length).toBeGreaterThan(4000)
    for (const { headers } of [read, again]) {
      expect(headers['content-length']).toBe(String(read.length))
    }
  })

  test.each([
    ['/api/test/list/a', 'GET, HEAD, OPTIONS'],
    ['/api/test/write', 'POST, OPTIONS'],
    ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('is named by OPTIONS: %s', async (url, allow) => {
    const { status, headers, body } = await server.send({ method: 'OPTIONS', url })
    expect([status, headers.allow, body]).toEqual([204, allow, ''])
    const refused = await server.send({ method: 'DELETE', url })
    expect([refused.status, refused.headers.allow]).toEqual([405, allow])
  })

  const preflight = (url: string, method: string, asked = 'if-none-match') =>
    server.send({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'https://foreign.example',
        'access-control-request-method': method,
        'access-control-request-headers': asked,
      },
    })

  test('of a foreign page is allowed for public reads', async () => {
    for (const url of ['/api/test/list/a', '/api/test/either', '/api/openapi.json']) {
      const { status, headers } = await preflight(url, 'GET')
      expect([url, status]).toEqual([url, 204])
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET',
      })
      expect(headers['access-control-allow-headers']).not.toContain('authorization')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test('of a foreign page is allowed for calls of an embedded chain', async () => {
    const { status, headers } = await preflight('/rpc/local', 'POST', 'content-type')
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('of a foreign page is refused where it writes, or brings a token', async () => {
    for (const [url, method, asked] of [
      ['/api/test/write', 'POST', 'content-type'],
      ['/api/test/list/a', 'POST', 'content-type'],
      ['/api/test/own', 'GET', 'authorization'],
      ['/api/test/own', 'GET', 'if-none-match'],
      ['/api/test/either', 'GET', 'content-type, Authorization'],
    ] as const) {
      const { headers } = await preflight(url, method, asked)
      expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined])
    }
  })
})

async function overHttp(method: string, path: string) {
  const { port } = await listen(server.app)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', method, path }, resolve)
      .on('error', reject)
      .end()
  })
  let length = 0
  for await (const bytes of answer) length += bytes.length
  return { status: answer.statusCode, headers: answer.headers, length }
}
