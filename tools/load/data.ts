import { sql } from 'kysely'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { manyAddress } from '../../apps/server/test/large-database/facts.ts'
import { fillMany } from '../../apps/server/test/large-database/fill.ts'
import { accountOf, collectionOf } from './accounts.ts'

/** Fills a database: `people` of its collections are those of the accounts that connect. */
export async function fillForLoad(
  url: string,
  { collections, people }: { collections: number; people: number },
): Promise<void> {
  const { database, close } = await openDatabase({ url })
  try {
    await migrate(database)
    await fillMany(database, {
      collections,
      mints: collections * 5,
      large: [10_000],
      seed: 1,
    })
    const owners = Array.from({ length: people }, (_, place) => ({
      address: manyAddress('collection', collectionOf(place)),
      owner: accountOf(place).address.toLowerCase(),
    }))
    await sql`
      update collections c set creator = x.owner, owner = x.owner, visibility = 'shown',
        is_unlisted = false, deleted_at = null, blocked_at = null
      from jsonb_to_recordset(${JSON.stringify(owners)}::text::jsonb)
        as x(address text, owner text)
      where c.address = x.address`.execute(database)
  } finally {
    await close()
  }
}
