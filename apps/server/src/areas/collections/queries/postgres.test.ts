import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropReadIndexes } from '../../../../test/collections/reads.ts'
import { ada, type TestServer, testServer } from '../../../../test/server.ts'
import { buildReadIndexes } from './read-indexes.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a build that waits for a writer stops with the server, and is repeated', async () => {
  const { database } = server
  await dropReadIndexes(database)
  const ending = new AbortController()
  const { promise: isWritten, resolve: commit } = Promise.withResolvers<void>()
  const writing = database.transaction().execute(async (transaction) => {
    const collection_id = '00000000-0000-4000-8000-000000000001'
    await transaction
      .insertInto('tokens')
      .values({ collection_id, token_id: '1', owner: '0x1' })
      .execute()
    await isWritten
  })
  const building = buildReadIndexes(database, ending.signal)
  await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThan(0)
  ending.abort()
  // During the build of an index, or between two.
  await expect(building).rejects.toThrow(/cancel|abort/)
  commit()
  await writing
  expect(await buildReadIndexes(database)).toContain('tokens_of_owner')

  async function waiting(): Promise<number> {
    const { rows } = await sql`
      select from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'create index concurrently%'
        and datname = current_database()`.execute(database)
    return rows.length
  }
})

test.each([
  ['what somebody holds', 'holdings', `/api/tokens?owner=${ada.address}`],
  ['a list', 'collection_stats', '/api/contract/list?sort_by=minted&time_interval=all'],
  [
    'a list in USD',
    'collection_stats',
    '/api/contract/list?sort_by=volume&time_interval=all',
  ],
  ['a counted list', 'collection_stats', `/api/contract/list?creator=${ada.address}`],
  ['a search', 'collection_stats', '/api/contract/list?search=water'],
])(
  'a read that takes too long is given up, with a time to come back: %s',
  async (_, table, path) => {
    const { promise: isAsked, resolve: leave } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const locking = server.database.transaction().execute(async (transaction) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(
        transaction,
      )
      locked()
      await isAsked
    })
    await isLocked
    const { status, error, headers } = await server.get(path)
    leave()
    await locking
    expect([status, error?.code, headers['retry-after']]).toEqual([503, 'not_ready', '5'])
    expect((await server.get(path)).status).toBe(200)
  },
)
