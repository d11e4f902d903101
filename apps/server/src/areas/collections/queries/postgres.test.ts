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

test('a read that takes too long is given up, with a time to come back', async () => {
  const lists = '/api/contract/list'
  const reads = [
    `/api/tokens?owner=${ada.address}`,
    `${lists}?sort_by=minted&time_interval=all`,
    `${lists}?sort_by=volume&time_interval=all`,
    `${lists}?creator=${ada.address}`,
    `${lists}?search=water`,
  ]
  const { promise: isAsked, resolve: leave } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const locking = server.database.transaction().execute(async (transaction) => {
    await sql`lock table holdings, collection_stats in access exclusive mode`.execute(
      transaction,
    )
    locked()
    await isAsked
  })
  await isLocked
  // At once: each is given up after the same time.
  const refused = await Promise.all(reads.map((path) => server.get(path)))
  leave()
  await locking
  for (const [place, { status, error, headers }] of refused.entries()) {
    const found = [reads[place], status, error?.code, headers['retry-after']]
    expect(found).toEqual([reads[place], 503, 'not_ready', '5'])
  }
  for (const path of reads)
    expect([path, (await server.get(path)).status]).toEqual([path, 200])
})
