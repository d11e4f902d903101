import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { expectIsolation, expectValueTypes } from '../../test/database-promises.ts'
import { testServer } from '../../test/server.ts'
import { migrate } from './migrate.ts'

describe('the database', () => {
  test('returns values of the agreed types', async () => {
    const { database, close } = await testServer()
    await expectValueTypes(database)
    await close()
  })

  test('isolates transactions, and rolls back one that fails', async () => {
    const { database, close } = await testServer()
    await expectIsolation(database)
    await close()
  })

  test('refuses another schema with a sentence, and changes nothing', async () => {
    const { database, close } = await testServer()
    await sql`update migrations set name = '0001-accounts'`.execute(database)
    await expect(migrate(database)).rejects.toThrow(
      'The database has another schema (migration 0001-accounts; this version of Platemark begins with 0001-baseline). Start with an empty database, or run "npm start -- --reset" to empty the data folder.',
    )
    await sql`delete from migrations`.execute(database)
    await expect(migrate(database)).rejects.toThrow(
      'The database has another schema (tables academy_attempts, academy_progress, achievement_checks;',
    )
    await sql`insert into migrations (name, timestamp)
      values ('0001-baseline', '2026-11-25T00:00:00Z')`.execute(database)
    await migrate(database)
    await close()
  })

  test('refuses to be migrated by an older version', async () => {
    const { database, close } = await testServer()
    await sql`insert into migrations (name, timestamp)
      values ('9999-later', '2100-01-01T00:00:00Z')`.execute(database)
    await expect(migrate(database)).rejects.toThrow(
      'The database has the migration 9999-later, which this version of Platemark does not know. Start the newer version.',
    )
    await sql`delete from migrations where name = '9999-later'`.execute(database)
    await close()
  })
})
