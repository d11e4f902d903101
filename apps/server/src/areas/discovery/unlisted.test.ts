import { sortKeys } from '@platemark/api/lists'
import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNetwork, wallets } from '../../../test/collections/logs.ts'
import {
  createReplayer,
  type ReplayedCollection,
  wallet,
} from '../../../test/collections/replay.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { buildApp } from '../../app.ts'

/**
 * View of a stranger on the whole site: each response, and the statements that the
 * database received.
 */
type View = Map<string, { answer: unknown; asked: string[] }>

let server: TestServer
let app: FastifyInstance
let play: ReturnType<typeof createReplayer>
let secret: ReplayedCollection
/** Before the collection exists, while it is shown, and while it is unlisted. */
let missing: View
let shown: View
const asked: string[] = []

const alias = 'hidden-shore'
const holder = wallet(7)
/** Future address of `secret`, requested even before it exists. */
const address = `0x${(0xc0 + 3).toString(16).padStart(40, '0')}`

beforeAll(async () => {
  server = await testServer({
    networks: [{ ...testNetwork, usd_rate: 3000 }],
    promoted: [{ chain: 'local', address, label: 'Our pick' }],
  })
  // The clock stands still, so that nothing ages between two views.
  const context = { ...server.context, clock: () => new Date(start) }
  const database = context.database.withPlugin(recorder(asked))
  app = await buildApp({ ...context, database })
  play = createReplayer({ context })
  for (let place = 0; place < 3; place += 1) {
    const made = await play.create(hoursAgo(5 - place))
    await play.mint(
      made,
      [wallet(1), wallet(2), wallet(3), holder].slice(place),
      1,
      hoursAgo(1),
    )
  }
  await play.work()
  missing = await look()

  secret = await play.create(hoursAgo(2))
  expect(secret.address).toBe(address)
  const row = server.database.updateTable('collections').where('address', '=', address)
  await row.set({ alias: 'shore-of-before' }).execute()
  await row.set({ alias, name: 'Hidden shore', symbol: 'HIDE' }).execute()
  const others = Array.from({ length: 9 }, (_, place) => wallet(20 + place))
  await play.mint(secret, [...others, holder], 2, hoursAgo(1))
  await play.work()
  shown = await look()
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const HOUR = 3_600_000
const hoursAgo = (hours: number) => new Date(start - hours * HOUR)
const start = Date.now()

const searches = [
  address,
  address.toUpperCase().replace('0X', '0x'),
  alias,
  'hidden',
  'shore',
  'HI',
  'hide',
  'tidewater',
]

/** Every URL that can be requested without knowing of the collection. */
const paths = [
  ...sortKeys.flatMap((sort) =>
    ['1h', '7d', 'all'].map(
      (interval) => `/api/contract/list?sort_by=${sort}&time_interval=${interval}`,
    ),
  ),
  ...searches.map((text) => `/api/contract/list?search=${encodeURIComponent(text)}`),
  ...searches.map((text) => `/api/search?q=${encodeURIComponent(text)}`),
  ...sortKeys.map((sort) => `/api/contract/list?search=hidden&sort_by=${sort}`),
  '/api/contract/list?page=2',
  '/api/contract/list?explain=1',
  '/api/contract/list?chain=local&sort_by=newest',
  '/api/contract/list?creator=CREATOR',
  '/api/contract/list?creator=CREATOR&sort_by=oldest',
  '/api/contract/list?creator=CREATOR&search=hidden',
  '/api/contract/promoted',
  '/api/contract/popular',
  '/api/contract/newest',
  '/api/contract/starting',
  '/api/contract/trending/local',
  `/api/tokens?owner=${holder}`,
  `/api/tokens?owner=${wallet(20)}`,
  '/api/config',
  '/api/currency/list',
  '/',
  '/collections',
  `/collections?search=${alias}`,
  '/sitemap.xml',
  '/sitemap/local/first.xml',
]

/** Every URL that takes a slug, which can be guessed, but for the stream of events. */
const guessed = [alias, 'shore-of-before'].flatMap((slug) => [
  ...['', '/tokens', '/tokens/1', '/holders', '/activity', '/changes', '/stats'].map(
    (part) => `/api/contract/local/${slug}${part}`,
  ),
  `/api/contract/local/${slug}/eligibility?address=${holder}`,
  `/api/contract/local/${slug}/allowlist/${holder}`,
  `/metadata/local/${slug}/contract`,
  `/og/collection/local/${slug}.png`,
  `/og/token/local/${slug}/1.png`,
  `/collection/local/${slug}`,
  `/collection/local/${slug}?token=1`,
  `/collection-meta-page/local/${slug}`,
])

const methodsOf = (path: string) =>
  guessed.includes(path) ? (['GET'] as const) : (['GET', 'HEAD'] as const)

/** Requests everything, as a stranger and with HEAD too. */
async function look(): Promise<View> {
  const view: View = new Map()
  for (const path of [...paths, ...guessed]) {
    const url = path.replace('CREATOR', wallets[0] ?? '')
    for (const method of methodsOf(path)) {
      asked.splice(0)
      const headers = url.startsWith('/api/') ? {} : { accept: 'text/html' }
      const actual = await app.inject({ method, url, headers })
      const { 'x-request-id': _id, date: _date, ...kept } = actual.headers
      const body = actual.body.replace(/"request_id":"[^"]*"/, '')
      const answer = { status: actual.statusCode, headers: kept, body }
      view.set(`${method} ${path}`, { answer, asked: asked.toSorted() })
    }
  }
  return view
}

/** Records the text of every statement of any connection. */
function recorder(into: string[]): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      into.push(server.database.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

test('a shown collection is returned, so the following tests can fail', () => {
  const differing = [...paths, ...guessed].filter((path) => !isSame(shown, missing, path))
  for (const path of [
    '/api/contract/newest',
    '/api/contract/popular',
    '/api/contract/promoted',
    '/api/contract/trending/local',
    `/api/contract/list?search=${address}`,
    `/api/contract/list?search=${alias}`,
    '/api/contract/list?creator=CREATOR',
    `/api/tokens?owner=${wallet(20)}`,
    '/sitemap/local/first.xml',
    `/api/contract/local/${alias}`,
    '/api/contract/local/shore-of-before',
    `/collection/local/${alias}`,
  ]) {
    expect(differing).toContain(path)
    expect(shown.get(`GET ${path}`)?.asked).not.toEqual([])
  }
})

describe('an unlisted collection', () => {
  const ways: [string, Record<string, unknown>][] = [
    ['hidden by its creator', { visibility: 'hidden' }],
    ['made past this site', { is_unlisted: true }],
    ['deleted', { deleted_at: new Date() }],
    ['blocked by the operator', { blocked_at: new Date() }],
  ]

  test.each(ways)(
    'because it is %s, cannot be distinguished from a missing one',
    async (_, way) => {
      const row = server.database
        .updateTable('collections')
        .where('address', '=', address)
      await row.set(way).execute()
      await play.work()
      const view = await look()
      await row
        .set({
          visibility: 'shown',
          is_unlisted: false,
          deleted_at: null,
          blocked_at: null,
        })
        .execute()
      // A block is public where its address or slug is known: 451.
      const isBlock = 'blocked_at' in way
      for (const path of isBlock ? paths : [...paths, ...guessed]) {
        for (const method of methodsOf(path)) {
          const key = `${method} ${path}`
          expect([key, view.get(key)?.answer]).toEqual([key, missing.get(key)?.answer])
          // The same statements in the same number, so that timing reveals nothing.
          expect([key, view.get(key)?.asked]).toEqual([key, missing.get(key)?.asked])
        }
      }
    },
  )
})

test('a hidden collection answers visitors by its address, without its slug', async () => {
  const row = server.database.updateTable('collections').where('address', '=', address)
  await row.set({ visibility: 'hidden' }).execute()
  const read = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  const place = `local/${getAddress(address)}`
  const page = await read(`/collection/${place}`)
  expect(page.statusCode).toBe(200)
  const answers = [
    page,
    await read(`/api/contract/${place}`),
    await read(`/api/contract/${place}/tokens/1`),
    await read(`/metadata/${place}/contract`),
    await read(`/metadata/${place}/1`),
    await read(`/collection-meta-page/${place}`),
  ]
  const stream = await read(`/api/contract/local/${alias}/events`)
  await row.set({ visibility: 'shown' }).execute()
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain(alias)
  }
  expect(stream.statusCode).toBe(404)
})

function isSame(one: View, other: View, path: string): boolean {
  const answer = (view: View) => JSON.stringify(view.get(`GET ${path}`)?.answer)
  return answer(one) === answer(other)
}
