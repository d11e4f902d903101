import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import type { Served } from '../../apps/server/src/platform/serve.ts'
import { fillMany } from '../../apps/server/test/large-database/fill.ts'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { countPages, tooManyPages } from './api-pages.ts'
import { openProduct } from './api-product.ts'
import { changeRates } from './api-rates.ts'
import type { BenchRequest, RequestKind } from './api-requests.ts'
import { measureTimes, tooSlow } from './api-times.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
  const { database, close } = await openDatabase({ url: postgres.url })
  await migrate(database)
  await fillMany(database, { collections: 4000, mints: 8000, large: [], seed: 1 })
  await close()
}, 60_000)
afterAll(() => postgres.stop())

/** A list that is answered by an index, and one for which every row is read. */
const planted: Served = (app, { database }) => {
  const orders = { indexed: sql`id`, sorted: sql`md5(name)` }
  for (const [name, order] of Object.entries(orders)) {
    app.get(`/api/bench/${name}`, async () => {
      const { rows } = await sql`
        select id, name from collections order by ${order} limit 24`.execute(database)
      return { data: rows }
    })
  }
}

const requests = ['indexed', 'sorted'].map(
  (name): BenchRequest => ({ name, kind: 'list', url: `/api/bench/${name}` }),
)

test('a query that reads every row touches more pages than it may', async () => {
  const touched = await countPages(postgres.url, requests, (place) =>
    openProduct(place, { also: [planted] }),
  )
  expect(touched.map(({ rows }) => rows)).toEqual([24, 24])
  expect(tooManyPages(touched).map(({ request }) => request.name)).toEqual(['sorted'])
  expect(touched[1]?.ran[0]?.scans).toContain('Seq Scan of collections')
})

test('an answer that is none ends the bench', async () => {
  const absent: BenchRequest = { name: 'absent', kind: 'list', url: '/api/bench/absent' }
  await expect(countPages(postgres.url, [absent])).rejects.toThrow('answered 404')
})

test('what is slow among many rows only is too slow, and is asked on until it is sure', async () => {
  const answer = { status: 200, rows: 1, nextCursor: null, body: '' }
  const asked = { few: 0, many: 0 }
  const product = (size: keyof typeof asked, ms: number) => ({
    ask: async () => {
      asked[size] += 1
      await new Promise((resume) => setTimeout(resume, ms))
      return answer
    },
    close: async () => {},
  })
  const [request] = requests
  if (!request) throw new Error('There are two of them.')
  const rounds = { usual: 2, most: 4 }
  const slow = [product('few', 0), product('many', 500)]
  const timed = await measureTimes(slow, [request], rounds, () => {})
  expect(tooSlow(timed)).toHaveLength(1)
  expect(asked).toEqual({ few: 5, many: 5 })

  const at = (few: number, many: number, kind: RequestKind = 'list') => ({
    request: { ...request, kind },
    times: [[few], [many]],
    rows: [24, 24],
  })
  expect(tooSlow([at(1, 3), at(5, 10), at(5, 25, 'search')])).toEqual([])
  expect(tooSlow([at(1, 3.1), at(5, 10.1), at(5, 25.1, 'search')])).toHaveLength(3)
})

test('a full page is held against the smallest number of rows that fills it', () => {
  const deep = { name: 'deep', kind: 'deep', url: '' } as const
  const times = [[1], [9], [10]]
  expect(tooSlow([{ request: deep, times, rows: [0, 24, 24] }])).toEqual([])
  expect(tooSlow([{ request: deep, times, rows: [0, 5, 24] }])).toEqual([])
  expect(tooSlow([{ request: deep, times, rows: [5, 5, 24] }])).toHaveLength(1)
  expect(tooSlow([{ request: deep, times, rows: [0, 0, 0] }])).toHaveLength(1)
  expect(tooSlow([{ request: deep, times, rows: [0, 0, 24] }])).toEqual([])
  expect(tooSlow([{ request: deep, times, rows: [24, 24, 24] }])).toHaveLength(1)
})

test('rows of collections that are written with the rates are found', async () => {
  expect(await changeRates(postgres.url)).toEqual([])
  const { database, close } = await openDatabase({ url: postgres.url })
  await sql`
    create function touch() returns trigger language plpgsql as $$
      begin update collections set updated_at = now() where id = new.collection_id;
      return null; end $$`.execute(database)
  await sql`create trigger touched after insert or update on trending_scores
    for each row execute function touch()`.execute(database)
  await close()
  expect(await changeRates(postgres.url)).toEqual([
    expect.stringMatching(/^A rate change wrote \d+ rows of collections\.$/),
  ])
})
