import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectionRow } from '../../test/collection.ts'
import { ada, type TestServer, testServer } from '../../test/server.ts'
import { buildWeb } from '../../test/web.ts'
import { createKeptPages } from './kept-pages.ts'
import type { PaintedPage } from './paint-page.ts'

const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
const place = `0x${'aa'.repeat(20)}`

let server: TestServer
let web_folder: string

beforeAll(async () => {
  // Only the tests move the clock, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  web_folder = buildWeb()
  server = await testServer({ web_folder, limits: { kept_answers: 200 } })
  // The version rises once when the database begins to notify.
  while (server.app.dataVersion.current() === 0) {
    await new Promise((resume) => setTimeout(resume, 5))
  }
})
let tests = 0
beforeEach(async () => {
  await server.reset()
  // No test finds the pages of another.
  tests += 1
  server.clock.advance(tests * 10_000)
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

const open = (url: string, headers: Record<string, string> = {}, from?: string) =>
  server.get(url, { headers: { accept: 'text/html', ...headers }, ...(from && { from }) })

async function addCollection(name = 'Quiet Shore'): Promise<void> {
  const row = { address: place, owner: ada.address.toLowerCase(), alias: 'quiet-shore' }
  await server.database
    .insertInto('collections')
    .values(collectionRow({ chain_id: 31_337, ...row, name }))
    .execute()
}

/** Changes a column of which the database sends no notification. */
async function changeSilently(symbol: string): Promise<void> {
  await server.database.updateTable('collections').set({ symbol }).execute()
}

const page = '/collection/local/quiet-shore'

describe('a kept page', () => {
  test('is sent again for a moment as the same bytes, and rendered again afterwards', async () => {
    await addCollection()
    const first = await open(page)
    await changeSilently('LOUD')
    const second = await open(page)
    expect([second.body, second.headers.etag]).toEqual([first.body, first.headers.etag])
    expect(second.headers['cache-control']).toBe(SHARED)
    server.clock.advance(1000)
    const third = await open(page)
    expect(third.body).toContain('LOUD')
    expect(third.headers.etag).not.toBe(first.headers.etag)
  })

  test('is the same in every encoding, with one tag for the content', async () => {
    await addCollection()
    const plain = await open(page)
    for (const [encoding, read] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { rawPayload, headers } = await server.app.inject({
        url: page,
        headers: { accept: 'text/html', 'accept-encoding': encoding },
      })
      expect(read(rawPayload).toString()).toBe(plain.body)
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        etag: plain.headers.etag,
        vary: 'accept-encoding',
        'cache-control': SHARED,
        'content-security-policy': plain.headers['content-security-policy'],
      })
      const known = { 'if-none-match': String(headers.etag) }
      expect((await open(page, known)).status).toBe(304)
    }
  })

  test('has the tag of its content: another process has the same for the same content only', async () => {
    await addCollection()
    const first = await open(page)
    server.clock.advance(1000)
    expect((await open(page)).headers.etag).toBe(first.headers.etag)
    await changeSilently('LOUD')
    server.clock.advance(1000)
    expect((await open(page)).headers.etag).not.toBe(first.headers.etag)
  })

  test('answers HEAD without its body', async () => {
    await addCollection()
    const { headers } = await open(page)
    const head = await server.send({ method: 'HEAD', url: page })
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', headers.etag])
  })

  test('is rendered once for concurrent visitors', async () => {
    await addCollection()
    const reads = countReads()
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(page)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const together = reads.end()
    server.clock.advance(1000)
    const alone = countReads()
    await open(page)
    expect(together).toBe(alone.end())
  })

  test('is not sent after any process changed what it shows', async () => {
    await addCollection()
    const lists = ['/', '/collections', '/api/contract/newest']
    for (const url of [page, ...lists])
      expect((await open(url)).body).toContain('Quiet Shore')
    const before = server.app.dataVersion.current()
    const blocked_at = new Date()
    await server.database.updateTable('collections').set({ blocked_at }).execute()
    await expect
      .poll(() => server.app.dataVersion.current(), { timeout: 20_000 })
      .toBeGreaterThan(before)
    expect((await open(page)).status).toBe(451)
    for (const url of lists) expect((await open(url)).body).not.toContain('Quiet Shore')
  })

  test('is gone within a second where no notification arrives', async () => {
    await addCollection()
    await server.get('/api/contract/local/quiet-shore')
    await changeSilently('LOUD')
    // The newest page with the oldest answer: both together are no older than a second.
    server.clock.advance(249)
    expect((await open(page)).body).not.toContain('LOUD')
    server.clock.advance(750)
    expect((await open(page)).body).toContain('LOUD')
  })
})

describe('the key of a kept page', () => {
  test('has no parameter that changes nothing, and no order', async () => {
    await addCollection()
    const first = await open(`${page}?tab=items&order=oldest`)
    await changeSilently('LOUD')
    for (const query of [
      'order=oldest&tab=items',
      'utm_source=x&tab=items&fbclid=%00&order=oldest',
      `tab=items&order=oldest&${'x'.repeat(900)}=1`,
    ]) {
      expect((await open(`${page}?${query}`)).body).toBe(first.body)
    }
    expect((await open(`${page}?tab=holders`)).body).toContain(
      '<i>/collection/local/quiet-shore?tab:holders</i>',
    )
  })

  test('has no header and no method', async () => {
    await addCollection()
    const first = await open(page)
    await changeSilently('LOUD')
    for (const headers of [
      { 'accept-language': 'de', cookie: 'theme=dark', 'user-agent': 'x' },
      { accept: '*/*', 'x-forwarded-host': 'elsewhere.example', host: 'other.example' },
    ]) {
      expect((await open(page, headers)).body).toBe(first.body)
    }
    const post = await server.post(page, {})
    expect(post.status).not.toBe(200)
    expect((await open(page)).body).toBe(first.body)
  })

  test('of every missing address is one', async () => {
    const first = await open('/nothing')
    const reads = countReads()
    const others = await Promise.all(
      ['/else', '/a/b/c', '/x?y=z'].map((url) => open(url)),
    )
    expect(reads.end()).toBe(0)
    for (const { status, body, headers } of [first, ...others]) {
      expect([status, body]).toEqual([404, first.body])
      expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-cache'])
    }
  })
})

describe('nothing is kept', () => {
  test.each([
    ['with a token', page, { authorization: 'Bearer abc' }, 'no-store'],
    ['with a referrer', `${page}?ref=${place}`, {}, 'no-cache'],
    ['with a query where no page has a kept one', '/about?x=1', {}, 'no-cache'],
  ])('%s', async (_, url, headers, control) => {
    await addCollection()
    const { body: kept } = await open(page)
    const { status, body, headers: sent } = await open(url, headers)
    expect([status, sent['cache-control']]).toEqual([200, control])
    expect(body).toContain(`<i>${url.replace('=', ':')}</i>`)
    expect((await open(page)).body).toBe(kept)
  })

  test('of a page that could not be rendered', async () => {
    const { headers, body } = await open('/collections?search=unpaintable')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body).toContain('data-route="collections"></div>')
  })

  test('of a page with a failed read', async () => {
    await addCollection()
    const executor = server.database.getExecutor()
    const { executeQuery } = executor
    executor.executeQuery = async () => {
      throw Object.assign(new Error('gone'), { code: '08006' })
    }
    const failed = await open(page)
    expect([failed.status, failed.headers['cache-control']]).toEqual([503, 'no-cache'])
    executor.executeQuery = executeQuery
    const { status, headers } = await open(page)
    expect([status, headers['cache-control']]).toEqual([200, SHARED])
  })

  test('of a refusal, which is small and of one visitor only', async () => {
    const limited = await testServer({
      web_folder,
      rate_limit_scale: 1,
      limits: { kept_answers: 200, reads_per_client: 4 },
    })
    const visit = (from: string) =>
      limited.get('/create', { headers: { accept: 'text/html' }, from })
    for (const _ of Array(3))
      await limited.get('/api/currency/list', { from: '203.0.113.1' })
    // The first starts to render and is refused a read; the second waits for the same page.
    const [first, second] = await Promise.all([
      visit('203.0.113.1'),
      visit('203.0.113.2'),
    ])
    expect([first?.status, second?.status]).toEqual([429, 200])
    const again = await limited.get('/about', {
      headers: { accept: 'text/html' },
      from: '203.0.113.1',
    })
    for (const refused of [first, again]) {
      expect(refused?.status).toBe(429)
      expect(refused?.body.length).toBeLessThan(1000)
      expect(refused?.body).toContain('<h1>Too many requests</h1>')
      expect(refused?.body).not.toContain('id="boot"')
      expect(refused?.headers['cache-control']).toBe('no-store')
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    }
    // A kept page is free.
    expect((await visit('203.0.113.1')).status).toBe(200)
    await limited.close()
  })

  test('where keeping is off', async () => {
    const off = await testServer({ web_folder })
    const { headers } = await off.get('/', { headers: { accept: 'text/html' } })
    expect(headers['cache-control']).toBe('no-cache')
    await off.close()
  })
})

test('a kept page is rendered again in time, once, while it is sent', async () => {
  let now = 0
  const kept = createKeptPages(
    { configuration: server.configuration, clock: () => new Date(now) },
    server.app.dataVersion,
  )
  const gate = Promise.withResolvers<void>()
  let renewals = 0
  const renew = async () => {
    renewals += 1
    await gate.promise
    return paintedPage('new')
  }
  const find = () => kept.find('/', renew)?.whole.toString()
  await kept.get('/', async () => paintedPage('old'))
  now = 499
  expect([find(), renewals]).toEqual(['old', 0])
  now = 500
  expect([find(), find(), renewals]).toEqual(['old', 'old', 1])
  gate.resolve()
  await expect.poll(find).toBe('new')
  // Its age counts from when it was begun.
  now = 1249
  expect([find(), renewals]).toEqual(['new', 2])
  await new Promise(setImmediate)
  now = 1999
  expect(find()).toBeUndefined()
})

test('kept pages are bounded in bytes, the least used is dropped first', async () => {
  const limits = { ...server.configuration.limits, kept_page_bytes: 100_000 }
  const configuration = { ...server.configuration, limits }
  const now = new Date()
  const kept = createKeptPages(
    { configuration, clock: () => now },
    server.app.dataVersion,
  )
  const paint = async () => paintedPage('x'.repeat(10_000))
  const keys = Array.from({ length: 1000 }, (_, at) => `/collections?search=${at}`)
  for (const key of keys) {
    await kept.get('/', paint)
    expect(kept.find('/', paint)).toBeDefined()
    await kept.get(key, paint)
  }
  const found = keys.filter((key) => kept.find(key, paint))
  expect(found).toEqual(keys.slice(-5))
})

/** A page that was rendered whole. */
function paintedPage(html: string): PaintedPage {
  return {
    kind: 'page',
    html,
    status: 200,
    retryAfter: undefined,
    isWhole: true,
    isMissingRoute: false,
    policy: undefined,
  }
}

/** Counts the reads of the database until it is ended, which returns the count. */
function countReads() {
  let count = 0
  const executor = server.database.getExecutor()
  const { executeQuery } = executor
  const counting: unknown = (...[query, options]: Parameters<typeof executeQuery>) => {
    count += 1
    return executeQuery.call(executor, query, options)
  }
  // Safe: it hands on what it is given.
  executor.executeQuery = counting as typeof executeQuery
  return {
    end: () => {
      executor.executeQuery = executeQuery
      return count
    },
  }
}
