import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { testServer } from './test-server.ts'

describe('a PostgreSQL server', () => {
  test('runs two transactions at once, and neither sees what the other has not committed', async () => {
    const { database, close } = await testServer()
    const hasWritten = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hasRead = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const everyone = (gates: { promise: Promise<void> }[]) =>
      Promise.all(gates.map(({ promise }) => promise))
    // Each goes on only when the other has come as far.
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

  test('lets the second of two that change a row wait, and count on from the first', async () => {
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

async function insertCounter(database: Database, key: string): Promise<void> {
  await database
    .insertInto('limit_counters')
    .values({ key, used: 1, resets_at: new Date() })
    .execute()
}

/** Ends when somebody in this database waits for somebody else. */
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
