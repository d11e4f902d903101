import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../../platform/test-server.ts'
import { listCollectorActivity } from './collector.ts'
import { codeFinder } from './contract-accounts.ts'
import {
  at,
  ben,
  cat,
  crowded,
  dan,
  editionAt,
  eve,
  flo,
  manyAt,
  startReads,
  transactionAt,
} from './test-reads.ts'

const nobody = `0x${'7e'.repeat(20)}` as const

let server: TestServer

beforeAll(async () => {
  ;({ server } = await startReads())
})
afterAll(() => server.close())

const collector = async (address: string) =>
  (await server.get(`/api/collector/${address}`)).data
const deeds = (address: string, query = '') =>
  server.get(`/api/collector/${address}/activity${query}`)

describe('a collector', () => {
  test('has what it holds of listed collections counted, copies of editions too', async () => {
    expect(await collector(cat)).toEqual({
      ...{ address: getAddress(cat), name: null, avatar_url: null, bio: null, links: [] },
      ...{ has_account: false, is_blocked: false, contract_on: null, collection: null },
      collected: {
        ...{ quantity: 3, collections: 2, is_exact: true },
        networks: [{ chain_alias: 'local', quantity: 3 }],
      },
      created: { collections: 0, is_exact: true },
      first_mint_at: expect.stringMatching(/^20\d\d-/),
    })
  })

  test('is any address, in any letter case, also one that nothing is known of', async () => {
    for (const address of [nobody, nobody.toUpperCase().replace('0X', '0x')]) {
      expect(await collector(address)).toMatchObject({
        address: getAddress(nobody),
        collected: { quantity: 0, collections: 0, networks: [] },
        created: { collections: 0 },
        first_mint_at: null,
      })
    }
  })

  test('is not something else than an address', async () => {
    for (const address of ['0x12', 'ada', `${nobody}0`, `0X${'7e'.repeat(20)}`]) {
      const { status, error } = await server.get(`/api/collector/${address}`)
      expect([status, error?.code]).toEqual([422, 'validation_failed'])
    }
  })

  test('tells what it created, and a hidden or deleted collection counts nowhere', async () => {
    const before = await collector(eve)
    expect(before.created.collections).toBeGreaterThan(0)
    const held = await collector(ben)
    for (const change of [
      { visibility: 'hidden' as const },
      { visibility: 'shown' as const, deleted_at: new Date() },
    ]) {
      await server.database
        .updateTable('collections')
        .set(change)
        .where('address', '=', at)
        .execute()
      const after = await collector(eve)
      expect(after.created.collections).toBe(before.created.collections - 1)
      expect((await collector(ben)).collected.collections).toBe(
        held.collected.collections - 1,
      )
      const { data } = await deeds(ben)
      expect(data.filter(ofCollection(at))).toEqual([])
      const { first_mint_at } = await collector(ben)
      expect(Date.parse(first_mint_at)).toBeGreaterThan(Date.parse(held.first_mint_at))
    }
    await server.database
      .updateTable('collections')
      .set({ visibility: 'shown', deleted_at: null })
      .where('address', '=', at)
      .execute()
    expect(await collector(eve)).toEqual(before)
  })

  test('shows its profile, until the operator blocks it: then the chain facts stay', async () => {
    const id = await userOf(dan)
    await server.database
      .updateTable('users')
      .set({ username: 'dan', bio: 'Prints.', github_link: 'https://github.com/dan' })
      .where('id', '=', id)
      .execute()
    expect(await collector(dan)).toMatchObject({
      ...{ name: 'dan', bio: 'Prints.', has_account: true, is_blocked: false },
      links: [{ label: 'GitHub', url: 'https://github.com/dan' }],
    })
    const blocked = {
      address: dan,
      category: 'scam',
      reason: 'Copies.',
      blocked_at: new Date(),
    }
    await server.database
      .insertInto('blocked_creators')
      .values({ ...blocked, blocked_by: 'ops' } as never)
      .execute()
    const after = await collector(dan)
    expect(after).toMatchObject({ name: null, bio: null, links: [], is_blocked: true })
    expect(after.collected.quantity).toBeGreaterThan(0)
    await server.database.deleteFrom('blocked_creators').execute()
  })

  test('at the address of a listed collection says which', async () => {
    expect((await collector(at)).collection).toEqual({
      chain_alias: 'local',
      path: getAddress(at),
    })
  })
})

describe('the activity of a collector', () => {
  test('tells mints, what came and went, and what was burned, the newest first', async () => {
    const { data, meta } = await deeds(ben)
    expect(data.map(({ type, tx }: Deed) => [type, tx])).toEqual([
      ['burn', transactionAt(26)],
      ['transfer', transactionAt(25)],
      ['mint', transactionAt(24)],
      ['transfer', transactionAt(4)],
      ['mint', transactionAt(1)],
    ])
    expect(data[1]).toMatchObject({
      ...{ from: getAddress(ben), to: getAddress(cat), quantity: 1 },
      chain_alias: 'local',
      collection: { contract_address: getAddress(editionAt), is_edition: true },
    })
    expect(meta.next_cursor).toBeNull()
  })

  test('tells what somebody created, with the size of the edition', async () => {
    const { data } = await deeds(eve)
    const created = data.filter(({ type }: Deed) => type === 'created')
    expect(created.length).toBeGreaterThan(1)
    expect(created[0].collection).toHaveProperty('max_supply')
  })

  test('is read on by cursor, and ends where nothing more is', async () => {
    const whole = await readAll(dan)
    expect(new Set(whole).size).toBe(whole.length)
    // 10 mints of one collection, 6 of another, one by referral and one that was burned.
    expect(whole).toHaveLength(18)
  })

  test('is found behind however many events of collections that are not listed', async () => {
    const hide = (is_unlisted: boolean) =>
      server.database
        .updateTable('collections')
        .set({ is_unlisted })
        .where('address', '=', manyAt)
        .execute()
    const expected = (await readAll(dan)).length
    await hide(true)
    const pages = await readPages(dan, 3)
    expect(pages.flat()).toHaveLength(expected - 10)
    expect(pages.some((page) => page.length === 0)).toBe(true)
    await hide(false)
  })

  test('is read on from places that are no event of a collection that is not listed', async () => {
    const unlist = (is_unlisted: boolean) =>
      server.database.updateTable('collections').set({ is_unlisted }).execute()
    await unlist(true)
    const cursors = await readCursors(dan, 3)
    await unlist(false)
    const events = await server.database
      .selectFrom('events')
      .select(['time', 'chain_id', 'block_number', 'log_index'])
      .execute()
    const places = events.map(({ time, chain_id, block_number, log_index }) =>
      [time.getTime(), chain_id, block_number, log_index].join('.'),
    )
    expect(cursors.length).toBeGreaterThan(1)
    for (const cursor of cursors) {
      const place = Buffer.from(cursor, 'base64url').toString()
      expect(place).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
      expect(places).not.toContain(place)
      const [, chain, block] = place.split('.').map(Number)
      expect(
        events.some((one) => one.chain_id === chain || one.block_number === block),
      ).toBe(false)
    }
  })

  test('can be of one network, and of none that is unknown', async () => {
    expect((await deeds(cat, '?chain=local')).data.length).toBeGreaterThan(0)
    const { status, error } = await deeds(cat, '?chain=atlantis')
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
  })

  test('takes no cursor but its own', async () => {
    for (const cursor of [
      'x',
      'MQ',
      'a'.repeat(121),
      Buffer.from('1.2.3').toString('base64url'),
    ]) {
      const { status, error } = await deeds(cat, `?cursor=${cursor}`)
      expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ['cursor']])
    }
  })

  test('of a crowd is the own of each', async () => {
    const { data } = await deeds(crowded[29] ?? '')
    expect(data.map(({ type }: Deed) => type)).toEqual(['mint', 'mint'])
    expect((await deeds(flo)).data).toEqual([])
  })
})

describe('an address with code', () => {
  test('is asked for once in ten minutes, on three networks at most', async () => {
    const { client } = chainWithCode('0x6001')
    const chains = Array.from({ length: 5 }, (_, id) => ({
      id,
      alias: `net-${id}`,
      client,
    }))
    let now = 0
    const find = codeFinder(() => now)
    const look = () => find(nobody, chains as never)
    expect((await look())?.alias).toBe('net-0')
    expect((await look())?.alias).toBe('net-0')
    expect(asked).toBe(3)
    now = 600_000
    await look()
    expect(asked).toBe(6)
  })

  test('is no contract where a key has lent it code, or nobody answers', async () => {
    for (const code of [`0xef0100${'11'.repeat(20)}`, '0x', new Error('gone')]) {
      const { client } = chainWithCode(code)
      expect(await codeFinder()(nobody, [{ id: 1, client }] as never)).toBeUndefined()
    }
  })
})

let asked = 0

/** A node that answers every look for code alike. */
function chainWithCode(code: string | Error) {
  asked = 0
  const request = async () => {
    asked += 1
    if (code instanceof Error) throw code
    return code
  }
  return { client: { request } }
}

type Deed = {
  type: string
  tx: string
  log?: number
  block_number: string
  log_index: number
}

const ofCollection =
  (address: string) =>
  ({ collection }: { collection: { contract_address: string } }) =>
    collection.contract_address === getAddress(address)

async function readAll(address: string): Promise<string[]> {
  const ids: string[] = []
  for (let query = ''; ; ) {
    const { data, meta } = await deeds(address, query)
    ids.push(
      ...data.map(({ block_number, log_index }: Deed) => `${block_number}.${log_index}`),
    )
    if (!meta.next_cursor) return ids
    query = `?cursor=${meta.next_cursor}`
  }
}

async function readPages(address: string, most: number): Promise<unknown[][]> {
  const pages: unknown[][] = []
  for await (const { data } of pagesOf(address, most)) pages.push(data)
  return pages
}

async function readCursors(address: string, most: number): Promise<string[]> {
  const cursors: string[] = []
  for await (const { meta } of pagesOf(address, most)) {
    if (meta.next_cursor) cursors.push(meta.next_cursor)
  }
  return cursors
}

async function* pagesOf(address: string, most: number) {
  for (let cursor: string | undefined; ; ) {
    const of = { address }
    const page = await listCollectorActivity(server.resources, of, { cursor }, most)
    yield page
    if (!page.meta.next_cursor) return
    cursor = page.meta.next_cursor
  }
}

async function userOf(address: string): Promise<string> {
  const { id } = await server.database
    .insertInto('users')
    .values({ address: address.toLowerCase(), account_kind: 'key' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
