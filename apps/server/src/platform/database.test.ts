import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'
import { migrate } from './migrate.ts'

describe('the database', () => {
  test('hands out values of the agreed types', async () => {
    const { database, close } = await testServer()
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
    await close()
  })

  test('keeps transactions apart, and undoes one that fails', async () => {
    const { database, close } = await testServer()
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
    await close()
  })

  test('refuses to be migrated by an older version', async () => {
    const { database, close } = await testServer()
    await sql`insert into migrations (name) values ('9999-later')`.execute(database)
    await expect(migrate(database)).rejects.toThrow(
      'The database has the migration 9999-later, which this version of Platemark does not know. Start the newer version.',
    )
    await sql`delete from migrations where name = '9999-later'`.execute(database)
    await close()
  })
})
