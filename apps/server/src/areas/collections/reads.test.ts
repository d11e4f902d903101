import type { HolderGroup } from '@platemark/api/collection-reads'
import { sql } from 'kysely'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { testNetwork } from '../../../test/collections/logs.ts'
import {
  at,
  ben,
  cat,
  crowdAt,
  crowded,
  dan,
  editionAt,
  eve,
  manyAt,
  startReads,
} from '../../../test/collections/reads.ts'
import type { TestServer } from '../../../test/server.ts'
import { readPage } from '../../http/pagination.ts'

let server: TestServer
let read: Awaited<ReturnType<typeof startReads>>['read']

beforeAll(async () => {
  ;({ server, read } = await startReads())
})
afterAll(() => server.close())

describe('holders', () => {
  test('are sorted by quantity and then by address, with their number', async () => {
    const { status, data, meta, headers } = await read('holders')
    expect(status).toBe(200)
    expect(data).toEqual([nameless(cat, 2), nameless(ben, 1)])
    expect(meta).toEqual({
      page: 1,
      per_page: 24,
      total: 2,
      last_page: 1,
      next_cursor: null,
    })
    expect(headers['cache-control']).toContain('max-age=10')
  })

  test('of an edition are counted by copies, without burned ones', async () => {
    const { data } = await read('holders', editionAt)
    expect(data).toEqual([nameless(ben, 1), nameless(cat, 1)])
  })

  test('carry their usernames, and none once they are blocked', async () => {
    const { database } = server
    const address = cat
    const named = {
      ...nameless(cat, 2),
      name: 'cat_walks',
      avatar_url: '/files/cat.webp',
    }
    await database
      .insertInto('users')
      .values({
        ...{ address, account_kind: 'key' },
        ...{ username: 'cat_walks', avatar_file: 'cat.webp' },
      })
      .execute()
    expect((await read('holders')).data).toEqual([named, nameless(ben, 1)])
    const cursor = Buffer.from(`2.${cat}`).toString('base64url')
    expect((await read(`holders?cursor=${cursor}`)).data[0]).toEqual(named)

    await database
      .insertInto('blocked_creators')
      .values({
        ...{ address, reason: 'Copies.', category: 'copy' },
        ...{ blocked_by: 'olga', blocked_at: new Date() },
      })
      .execute()
    expect((await read('holders')).data[0]).toEqual(nameless(cat, 2))

    await database.deleteFrom('blocked_creators').execute()
    await database.deleteFrom('users').where('address', '=', address).execute()
    expect((await read('holders')).data[0]).toEqual(nameless(cat, 2))
  })

  test('are named on the first two hundred pages by number, and on all by cursor', async () => {
    const { database } = server
    const { id } = await database
      .updateTable('collections')
      .set({ holders: 4824 + 1 })
      .where('address', '=', editionAt)
      .returning('id')
      .executeTakeFirstOrThrow()
    const ownerAt = (place: number): Address =>
      `0x${place.toString(16).padStart(40, '0')}`
    await sql`insert into holdings (collection_id, owner, quantity)
      select ${id}::uuid, '0x' || lpad(to_hex(place), 40, '0'), 5
      from generate_series(1, 4824) as place`.execute(database)
    await database
      .insertInto('users')
      .values([
        { address: ownerAt(4800), account_kind: 'key', username: 'last_named' },
        { address: ownerAt(4801), account_kind: 'key', username: 'not_named' },
      ])
      .execute()
    const last = await read('holders?page=200', editionAt)
    expect(last.data.at(-1)?.name).toBe('last_named')
    const beyond = await read('holders?page=201', editionAt)
    expect(beyond.data[0]).toEqual(nameless(ownerAt(4801), 5))
    const next = await read(`holders?cursor=${last.meta.next_cursor}`, editionAt)
    expect(next.data[0]?.name).toBe('not_named')

    await sql`delete from holdings where collection_id = ${id}::uuid and quantity = 5`.execute(
      database,
    )
    await database
      .updateTable('collections')
      .set({ holders: 2 })
      .where('id', '=', id)
      .execute()
    await database.deleteFrom('users').where('username', 'like', '%_named').execute()
  })
})

/** Holder without an account. */
const nameless = (address: Address, quantity: number) => ({
  ...{ address: getAddress(address), name: null, avatar_url: null, account_chain: null },
  quantity,
})

describe('holder groups', () => {
  test('count the holders of each quantity, the largest first', async () => {
    await writeCounts([
      [1, 1],
      [2, 1],
    ])
    const { status, data, headers } = await read('holder-groups')
    expect(status).toBe(200)
    expect(data).toEqual([group(2, 2, 1, 2), group(1, 1, 1, 1)])
    expect(headers['cache-control']).toContain('max-age=10')
  })

  test('join amounts from a hundred on by their first two digits', async () => {
    await writeCounts([
      [99, 3],
      [100, 1],
      [109, 2],
      [110, 1],
      [12_345, 1],
      [12_999, 1],
    ])
    expect((await read('holder-groups')).data).toEqual([
      group(12_345, 12_999, 2, 25_344),
      group(110, 110, 1, 110),
      group(100, 109, 3, 318),
      group(99, 99, 3, 297),
    ])
  })

  test('join what is between a thousand counts at either end', async () => {
    await writeCounts(Array.from({ length: 2100 }, (_, place) => [place + 1, 2]))
    const all = { holders: 4200, minted: 2100 * 2101, burned: 0 }
    const before = await changeCounters(all)
    const { data } = await read('holder-groups')
    await changeCounters(before)
    expect(data).toContainEqual(group(1001, 1100, 200, 210_100))
    const sum = (field: 'holders' | 'quantity') =>
      data.reduce((total: number, row: HolderGroup) => total + row[field], 0)
    expect([sum('holders'), sum('quantity')]).toEqual([all.holders, all.minted])
  })

  test('are none while the chain is read for the first time', async () => {
    await writeCounts([[1, 1]])
    const { database } = server
    const now = new Date()
    const cursor = {
      ...{ chain_id: testNetwork.id, genesis_hash: '0x01', factory: '0x' },
      ...{ block_number: 5, block_hash: '0x02', block_time: now, head_number: 9 },
      ...{ is_backfilled: false, updated_at: now },
    }
    await database.insertInto('chain_cursors').values(cursor).execute()
    expect((await read('holder-groups')).data).toEqual([])
    await database.deleteFrom('chain_cursors').execute()
    expect((await read('holder-groups')).data).toHaveLength(1)
  })

  const group = (from: number, to: number, holders: number, quantity: number) => ({
    ...{ from, to, holders, quantity },
  })

  async function findId(): Promise<string> {
    const { id } = await server.database
      .selectFrom('collections')
      .select('id')
      .where('address', '=', at)
      .executeTakeFirstOrThrow()
    return id
  }

  async function writeCounts(counts: number[][]): Promise<void> {
    const { database } = server
    const collection_id = await findId()
    await database
      .deleteFrom('holder_counts')
      .where('collection_id', '=', collection_id)
      .execute()
    const rows = counts.map(([quantity = 0, holders = 0]) => ({
      ...{ collection_id, quantity, holders },
    }))
    await database.insertInto('holder_counts').values(rows).execute()
  }

  type Counters = { holders: number; minted: number; burned: number }

  async function changeCounters(counters: Counters): Promise<Counters> {
    const { database } = server
    const before = await database
      .selectFrom('collections')
      .select(['holders', 'minted', 'burned'])
      .where('address', '=', at)
      .executeTakeFirstOrThrow()
    await database
      .updateTable('collections')
      .set(counters)
      .where('address', '=', at)
      .execute()
    return before
  }
})

describe('long lists', () => {
  const inOrder = [
    ...crowded.slice(25).map((one) => nameless(one, 2)),
    ...crowded.slice(0, 25).map((one) => nameless(one, 1)),
  ]
  const ids = Array.from({ length: 50 }, (_, place) => String(1 + place))
  const idOf = (row: { token_id: string }) => row.token_id

  test.each([
    ['holders', crowdAt, inOrder, (row: unknown) => row],
    ['tokens', manyAt, ids, idOf],
    [`tokens?owner=${dan}`, manyAt, ids, idOf],
    ['tokens?order=newest', manyAt, ids.toReversed(), idOf],
    [`tokens?order=newest&owner=${dan}`, manyAt, ids.toReversed(), idOf],
  ])('of %s are the same by page and by cursor', async (list, of, expected, pick) => {
    const add = list.includes('?') ? '&' : '?'
    const first = await read(list, of)
    const pages = [first]
    const cursors = [first]
    for (let page = 2; page <= first.meta.last_page; page += 1) {
      pages.push(await read(`${list}${add}page=${page}`, of))
      const cursor = cursors.at(-1)?.meta.next_cursor
      cursors.push(await read(`${list}${add}cursor=${cursor}`, of))
    }
    expect(pages.length).toBe(Math.ceil(expected.length / 24))
    for (const read of [pages, cursors]) {
      expect(read.flatMap(({ data }) => data.map(pick))).toEqual(expected)
      expect(read.at(-1)?.meta.next_cursor).toBe(null)
    }
    const beyond = await read(`${list}${add}page=${pages.length + 1}`, of)
    expect([beyond.status, beyond.data]).toEqual([200, []])
  })

  test('end at row 10,000 for page numbers, and not for cursors', async () => {
    const counting = {
      decode: Number,
      encode: String,
      find: (skipped: number) => skipped,
      list: async (from = 0, limit: number) =>
        Array.from({ length: limit }, (_, place) => from + place),
    }
    const last = await readPage({ page: 417 }, 20_000, counting)
    const beyond = await readPage({ page: 418 }, 20_000, counting)
    const cursor = last.meta.next_cursor ?? ''
    const further = await readPage({ cursor }, 20_000, counting)
    expect([last.rows[0], last.meta.last_page, last.meta.total]).toEqual([
      9984, 417, 20_000,
    ])
    expect([beyond.rows, beyond.meta.next_cursor]).toEqual([[], null])
    expect(further.rows[0]).toBe(10_008)
  })
})

describe('every read of a collection', () => {
  const lists = ['holders', 'tokens', 'activity', 'changes']

  test.each(lists)('%s answers for hidden collections by address', async (list) => {
    const set = (visibility: 'hidden' | 'shown') =>
      server.database
        .updateTable('collections')
        .set({ visibility })
        .where('address', '=', at)
        .execute()
    const shown = await read(list)
    await set('hidden')
    const hidden = await read(list)
    await set('shown')
    expect([hidden.status, hidden.data]).toEqual([200, shown.data])
  })

  test.each(lists)('%s finds no deleted, missing or foreign collection', async (list) => {
    const gone: Address = `0x${'ab'.repeat(20)}`
    await server.database
      .insertInto('collections')
      .values(
        collectionRow({
          chain_id: testNetwork.id,
          address: gone,
          owner: eve,
          deleted_at: new Date(),
        }),
      )
      .execute()
    for (const missing of [gone, `0x${'ac'.repeat(20)}` as const]) {
      const { status, error } = await read(list, missing)
      expect([status, error?.code]).toEqual([404, 'not_found'])
    }
    await server.database.deleteFrom('collections').where('address', '=', gone).execute()
    const { status, error } = await server.get(`/api/contract/mars/${at}/${list}`)
    expect([status, error?.code]).toEqual([404, 'unknown_chain'])
  })

  const refused = [
    ['page=0', 'page', 'from 1'],
    ['page=-1', 'page', 'from 1'],
    ['page=1.5', 'page', 'from 1'],
    ['page=1&page=2', 'page', ''],
    ['cursor=%2B', 'cursor', 'cursor is not from this list'],
    ['cursor=aGVsbG8', 'cursor', 'cursor is not from this list'],
    ['cursor=MQ&page=1', 'cursor', 'not both'],
    ['color=red', 'color', 'page, cursor'],
  ] as const
  test.each([
    ...lists.flatMap((list) => refused.map((one) => [`${list}?`, ...one] as const)),
    ['activity?', 'type=best', 'type', 'price_change'],
    ['tokens?', 'owner=ben', 'owner', 'address'],
    ['tokens?', 'order=best', 'order', 'newest'],
    ['activity?', 'token_id=one', 'token_id', 'number'],
    ['/api/tokens?', 'cursor=MQ', 'owner', 'required'],
    [`/api/tokens?owner=${ben}&`, 'cursor=MQ', 'cursor', 'cursor is not from this list'],
    [`/api/tokens?owner=${ben}&`, 'cursor=%2B', 'cursor', 'cursor is not from this list'],
    [`/api/tokens?owner=${ben}&`, 'page=1', 'page', 'cursor, owner'],
  ] as const)(
    '%s refuses %s and says what is allowed',
    async (path, query, field, part) => {
      const url = `${path}${query}`
      const { status, error } = await (path.startsWith('/') ? server.get(url) : read(url))
      expect([status, error?.code]).toEqual([422, 'validation_failed'])
      expect(error?.fields?.[field]?.join()).toContain(part)
    },
  )

  test('rows of events go with their collection', async () => {
    const count = () =>
      sql<{ rows: number }>`select count(*) as rows from events e
        where not exists (select from collections c where c.id = e.collection_id)`.execute(
        server.database,
      )
    await server.database.deleteFrom('collections').where('address', '=', at).execute()
    expect((await count()).rows[0]?.rows).toBe(0)
  })
})
