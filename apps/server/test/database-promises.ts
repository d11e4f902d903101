import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/database/database.ts'

/** Expects the value types that the server relies on, in either engine. */
export async function expectValueTypes(database: Database): Promise<void> {
  const { rows } = await sql`
    select 9007199254740991::bigint as big, count(*) as many, 1e30::numeric as money,
      '2026-01-31T18:00:00Z'::timestamptz as at, '{"a":[1]}'::jsonb as facts,
      '\\x01ff'::bytea as bytes`.execute(database)
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      many: 1,
      money: `1${'0'.repeat(30)}`,
      at: new Date('2026-01-31T18:00:00Z'),
      facts: { a: [1] },
      bytes: expect.any(Uint8Array),
    },
  ])
}

/** Expects isolated transactions, and a rollback of one that fails. */
export async function expectIsolation(database: Database): Promise<void> {
  const insert = (key: string) => ({ key, used: 1, resets_at: new Date() })
  const failing = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('limit_counters').values(insert('undone')).execute()
    await new Promise((resume) => setTimeout(resume, 20))
    throw new Error('no')
  })
  const others = Array.from({ length: 20 }, (_, index) =>
    database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('limit_counters')
        .values(insert(`${index}`))
        .execute()
    }),
  )
  const outside = database
    .insertInto('limit_counters')
    .values(insert('outside'))
    .execute()
  await expect(failing).rejects.toThrow('no')
  await Promise.all([...others, outside])
  const rows = await database.selectFrom('limit_counters').select('key').execute()
  expect(rows).toHaveLength(21)
  expect(rows).not.toContainEqual({ key: 'undone' })
}
