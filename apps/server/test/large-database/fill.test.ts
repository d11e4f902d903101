import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  type Database,
  type OpenDatabase,
  openDatabase,
} from '../../src/database/database.ts'
import { copyDatabase } from '../template.ts'
import { manyAddress, manyCollectionId } from './columns.ts'
import { fillMany } from './fill.ts'
import { manyTerms } from './names.ts'

const ROWS = { collections: 1000, mints: 5000, large: [500], seed: 1, isAged: true }
const SMALL = { ...ROWS, collections: 150, mints: 750, large: [50] }

const opened: OpenDatabase[] = []

afterAll(async () => {
  for (const { close } of opened) await close()
})

async function filled(rows: typeof ROWS): Promise<Database> {
  const one = await openDatabase({ url: await copyDatabase() })
  opened.push(one)
  const before = await indexesOf(one.database)
  await fillMany(one.database, rows)
  expect(await indexesOf(one.database)).toEqual(expect.arrayContaining(before))
  return one.database
}

async function indexesOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where schemaname = 'public'`.execute(
    database,
  )
  return rows.map(({ definition }) => definition)
}

async function ask(database: Database, text: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(database)
  return rows[0] ?? {}
}

test('the rows are the same for the same seed, and count what they say', async () => {
  const one = await filled(ROWS)
  const digest = `select md5(string_agg(c::text, '' order by id)) as digest
    from (select id, name, creator, minted, volume_wei, created_at from collections) as c`
  const few = await ask(await filled(SMALL), digest)
  const again = await ask(await filled(SMALL), digest)
  const other = await ask(await filled({ ...SMALL, seed: 2 }), digest)
  expect(few).toEqual(again)
  expect(other).not.toEqual(again)

  const counted = `select count(*) from collections c
    left join (select collection_id, sum(quantity) as minted, sum(quantity * price_wei) as volume
      from mints group by 1) as m on m.collection_id = c.id
    left join (select n.collection_id, count(*) as minters from minters n
      join collections k on k.id = n.collection_id and k.creator <> n.minter group by 1) as p
      on p.collection_id = c.id
    where c.minted <> coalesce(m.minted, 0) or c.volume_wei <> coalesce(m.volume, 0)
      or c.unique_minters <> coalesce(p.minters, 0)
      or c.minted > coalesce(c.max_supply, c.minted)`
  expect(await ask(one, counted)).toEqual({ count: 0 })
  const windows = 'select count(distinct time_window) from collection_rankings'
  expect(await ask(one, windows)).toEqual({ count: 5 })
}, 60_000)

test('searches, addresses and the large collection are as declared', async () => {
  const { database } = opened[0] ?? {}
  if (!database) throw new Error('database was not filled by the first test')
  const { common, rare, nowhere, unheard } = manyTerms
  const found = await ask(
    database,
    `select count(*) filter (where name ilike '%${common}%') as common,
      count(*) filter (where name ilike '%${rare}%') as rare,
      count(*) filter (where name ilike any('{%${nowhere}%,%${unheard}%}')) as never
      from collections`,
  )
  expect(found).toEqual({ common: expect.any(Number), rare: 1, never: 0 })
  expect(Number(found.common)).toBeGreaterThan(ROWS.collections * 0.02)
  const large = await ask(
    database,
    `select c.id, c.address, count(*) as tokens, count(distinct t.owner) as owners
      from collections c join tokens t on t.collection_id = c.id
      where c.id = '${manyCollectionId(1)}' group by c.id`,
  )
  expect(large).toMatchObject({
    id: manyCollectionId(1),
    address: manyAddress('collection', 1),
  })
  expect(Number(large.tokens)).toBeGreaterThanOrEqual(500)
  expect(Number(large.owners)).toBeGreaterThanOrEqual(450)
})
