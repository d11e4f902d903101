import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCollection } from '../../../test/collection.ts'
import {
  ada,
  readShippedAcademy,
  type TestServer,
  testServer,
} from '../../../test/server.ts'
import { renderSitemap } from './sitemap.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    product_name: 'Printworks',
    public_url: 'https://mint.example',
    networks: [{ alias: 'base' }, { alias: 'local', is_demo: true }],
  })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const addressOf = (number: number) => `0x${String(number).padStart(40, '0')}`

async function add(number: number, changes: Record<string, unknown> = {}) {
  await insertCollection(server.database, {
    chain_id: 31_337,
    address: addressOf(number),
    owner: ada.address.toLowerCase(),
    alias: `print-${number}`,
    created_block: number,
    ...changes,
  })
}

async function confirm(chain_id: number, confirmed_number: number) {
  await server.database
    .insertInto('chain_cursors')
    .values({
      ...{ chain_id, genesis_hash: '0x', factory: '0x', block_hash: '0x' },
      ...{ block_number: 9, head_number: 9, confirmed_number },
      ...{ block_time: new Date(), updated_at: new Date() },
    })
    .execute()
}

const places = (xml: string) =>
  [...xml.matchAll(/<loc>https:\/\/mint\.example([^<]*)<\/loc>/g)].map(([, at]) => at)

const map = async (url: string) => {
  const { status, headers, body } = await server.get(url)
  expect([url, status, headers['content-type']]).toEqual([
    url,
    200,
    'application/xml; charset=utf-8',
  ])
  expect(body).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) xmlns=/,
  )
  return { headers, body, places: places(body) }
}

describe('the sitemap', () => {
  test('names the pages of the site and those of each network', async () => {
    const { places } = await map('/sitemap.xml')
    expect(places).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/base/first.xml',
      '/sitemap/local/first.xml',
    ])
    expect((await map('/sitemap/pages.xml')).places).toEqual([
      '/',
      '/collections',
      '/create',
      ...['/academy', '/academy/glossary', '/campaigns', '/about'],
      ...readShippedAcademy().english.articles.map(({ alias }) => `/academy/${alias}`),
    ])
  })

  test('lists what is public, by slug or address, with when it changed', async () => {
    await add(1, { updated_at: new Date('2026-03-01T10:00:00Z') })
    await add(2, { alias: null })
    await add(3, { visibility: 'hidden' })
    await add(4, { is_unlisted: true })
    await add(5, { deleted_at: new Date() })
    await add(6, { blocked_at: new Date() })
    const { places, body } = await map('/sitemap/local/first.xml')
    expect(places).toEqual([
      '/collection/local/print-1',
      `/collection/local/${addressOf(2)}`,
    ])
    expect(body).toContain('<lastmod>2026-03-01T10:00:00.000Z</lastmod>')
  })

  test('waits until a collection is confirmed', async () => {
    await add(1, { chain_id: 8453 })
    await add(2, { chain_id: 8453 })
    expect((await map('/sitemap/base/first.xml')).places).toEqual([])
    await confirm(8453, 1)
    expect((await map('/sitemap/base/first.xml')).places).toEqual([
      '/collection/base/print-1',
    ])
  })

  test('goes on from page to page, each collection once', async () => {
    for (let number = 1; number <= 7; number += 1) {
      // Two of one block, so that a page ends between them.
      await add(number, { id: randomUUID(), created_block: Math.ceil(number / 2) })
    }
    const sitemap = renderSitemap(server.context, 2)
    const pages = places((await sitemap.index()).text)
    const own = pages.flatMap((path) => {
      const start = /^\/sitemap\/local\/(.*)\.xml$/.exec(path ?? '')?.[1]
      return start ? [start] : []
    })
    expect(own).toHaveLength(4)
    const found = await Promise.all(
      own.map(async (start) => (await sitemap.collections('local', start)).text),
    )
    expect(found.map((xml) => places(xml).length)).toEqual([2, 2, 2, 1])
    expect(new Set(found.flatMap(places)).size).toBe(7)
    const madeUp = `1-${randomUUID()}`
    await expect(sitemap.collections('local', madeUp)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is cached for five minutes, and costs nothing unchanged', async () => {
    const kept = await testServer({ limits: { kept_answers: 10 } })
    const first = await kept.get('/sitemap.xml')
    expect(first.headers['cache-control']).toBe('public, max-age=300')
    const known = { 'if-none-match': first.headers.etag ?? '' }
    expect((await kept.get('/sitemap.xml', { headers: known })).status).toBe(304)
    await kept.close()
  })

  test.each([
    '/sitemap/mars/first.xml',
    '/sitemap/local/second.xml',
    '/sitemap/local/1-x.xml',
    '/sitemap/local/first',
    "/sitemap/local/1-'.xml",
  ])('has no other pages: %s', async (url) => {
    expect((await server.get(url)).status).toBe(404)
  })
})

describe('programs that read the site', () => {
  test('are kept from the API, and find the sitemap', async () => {
    const { status, headers, body } = await server.get('/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toBe(
      'User-agent: *\nAllow: /api/docs\nDisallow: /api/\n\nSitemap: https://mint.example/sitemap.xml\n',
    )
  })

  test('find a description of the site, in which every URL responds', async () => {
    const { status, body } = await server.get('/llms.txt')
    expect([status, body.split('\n')[0]]).toEqual([200, '# Printworks'])
    expect(body).toContain(
      'npm run collection -- create FILE.json --site https://mint.example',
    )
    const links = [...body.matchAll(/\]\(https:\/\/mint\.example([^)]*)\)/g)]
    expect(links.length).toBeGreaterThan(5)
    for (const [, url = ''] of links) {
      const answer = await server.get(url, { headers: { accept: 'text/html' } })
      expect([url, answer.status]).toEqual([url, 200])
    }
  })
})
