import { endpoint } from '@platemark/api/endpoint'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type TestResponse, testServer } from '../../test/server.ts'
import { copyDatabase } from '../../test/template.ts'
import { type RoutePlugin, route } from '../http/route.ts'
import { type Database, openDatabase } from './database.ts'

describe('a PostgreSQL server', () => {
  test('isolates two concurrent transactions', async () => {
    const { database, close } = await testServer()
    const hasWritten = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hasRead = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const everyone = (gates: { promise: Promise<void> }[]) =>
      Promise.all(gates.map(({ promise }) => promise))
    // Each continues only when the other has come as far.
    const write = (me: number) =>
      database.transaction().execute(async (transaction) => {
        await insertCounter(transaction, `${me}`)
        hasWritten[me]?.resolve()
        await everyone(hasWritten)
        const seen = await transaction
          .selectFrom('limit_counters')
          .select('key')
          .execute()
        hasRead[me]?.resolve()
        await everyone(hasRead)
        return seen
      })
    const seen = await Promise.all([write(0), write(1)])
    expect(seen).toEqual([[{ key: '0' }], [{ key: '1' }]])
    const left = await database.selectFrom('limit_counters').select('key').execute()
    expect(left).toHaveLength(2)
    await close()
  })

  test('blocks the second of two writers of a row until the first has committed', async () => {
    const { database, close } = await testServer()
    await insertCounter(database, 'shared')
    const addOne = (transaction: Database) =>
      transaction
        .updateTable('limit_counters')
        .set((row) => ({ used: row('used', '+', 1) }))
        .where('key', '=', 'shared')
        .execute()
    let second: Promise<unknown> | undefined
    await database.transaction().execute(async (transaction) => {
      await addOne(transaction)
      second = addOne(database)
      await untilBlocked(database)
    })
    await second
    const rows = await database.selectFrom('limit_counters').select('used').execute()
    expect(rows).toEqual([{ used: 3 }])
    await close()
  })
})

describe('a call that the database cannot serve now', () => {
  const busy = endpoint({
    method: 'GET',
    path: '/api/test/busy',
    access: 'public',
    summary: 'Asks the database.',
    query: z.strictObject({ code: z.string() }),
    replies: { 200: z.object({}) },
  })
  const busyServer = (options = {}) => {
    const plugin: RoutePlugin = (app, context) =>
      route(busy, async ({ query }) => {
        await failures[query.code]?.(context.database)
        return {}
      })(app, context)
    return testServer({}, { extraRoutes: [plugin], ...options })
  }
  const actual = ({ status, headers, error }: TestResponse) => [
    status,
    headers['retry-after'],
    error?.code,
  ]
  const failures: Record<string, (database: Database) => Promise<unknown>> = {
    slow: (database) =>
      database.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 50`.execute(transaction)
        await sql`select pg_sleep(60)`.execute(transaction)
      }),
    locked: (database) =>
      database.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = 50`.execute(transaction)
        await sql`lock table limit_counters`.execute(transaction)
      }),
    queued: (database) => sql`select 1`.execute(database),
  }

  test('is refused with a retry time after the statement timeout', async () => {
    const server = await busyServer()
    const answer = await server.get('/api/test/busy?code=slow')
    expect(actual(answer)).toEqual([503, '5', 'not_ready'])
    await server.close()
  })

  test('is refused with a retry time after waiting for a lock', async () => {
    const server = await busyServer()
    await server.database.transaction().execute(async (transaction) => {
      await insertCounter(transaction, 'held')
      const answer = await server.get('/api/test/busy?code=locked')
      expect(actual(answer)).toEqual([503, '5', 'not_ready'])
    })
    await server.close()
  })

  test('is refused with a retry time when no connection becomes free', async () => {
    const place = { url: await copyDatabase(), connectionTimeoutMs: 2000 }
    const database = await openDatabase(place)
    const server = await busyServer({ database })
    const gate = Promise.withResolvers<void>()
    const taken = Array.from({ length: CONNECTIONS }, () => Promise.withResolvers<void>())
    const holders = taken.map(({ resolve }) =>
      server.database.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction)
        resolve()
        await gate.promise
      }),
    )
    await Promise.all(taken.map(({ promise }) => promise))
    const answer = await server.get('/api/test/busy?code=queued')
    gate.resolve()
    await Promise.all(holders)
    expect(actual(answer)).toEqual([503, '5', 'not_ready'])
    expect((await server.get('/api/test/busy?code=queued')).status).toBe(200)
    await server.close()
    await database.close()
  })
})

/** All connections of a process. */
const CONNECTIONS = 10

async function insertCounter(database: Database, key: string): Promise<void> {
  await database
    .insertInto('limit_counters')
    .values({ key, used: 1, resets_at: new Date() })
    .execute()
}

/** Resolves when a transaction in this database waits for another. */
async function untilBlocked(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database()
        and cardinality(pg_blocking_pids(pid)) > 0`.execute(database)
    if (rows.length > 0) return
    await new Promise((resume) => setTimeout(resume, 5))
  }
}
