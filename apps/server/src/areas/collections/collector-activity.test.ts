import type { CollectorActivity } from '@platemark/api/collector'
import { sql } from 'kysely'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNetwork } from '../../../test/collections/logs.ts'
import {
  ben,
  cat,
  crowded,
  dan,
  editionAt,
  eve,
  flo,
  manyAt,
  moreAt,
  startReads,
  transactionAt,
} from '../../../test/collections/reads.ts'
import type { TestServer } from '../../../test/server.ts'
import { listCollectorActivity } from './collector-activity.ts'

let server: TestServer

beforeAll(async () => {
  ;({ server } = await startReads())
})
afterAll(() => server.close())

/** Blocks of the second, each with as many events. */
const BLOCKS = 4
const IN_BLOCK = 650
const second = new Date('2026-06-01T12:00:00Z')
const later = new Date(second.getTime() + 5000)
const earlier = new Date(second.getTime() - 5000)

const deeds = (address: string, query = '') =>
  server.get(`/api/collector/${address}/activity${query}`)

describe('the activity of a collector', () => {
  test('returns mints, receipts, transfers and burns, newest first', async () => {
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

  test('returns created collections, with the size of the edition', async () => {
    const { data } = await deeds(eve)
    const created = data.filter(({ type }: Deed) => type === 'created')
    expect(created.length).toBeGreaterThan(1)
    expect(created[0].collection).toHaveProperty('max_supply')
  })

  test('continues by cursor, and ends after the last row', async () => {
    const whole = await readAll(dan)
    expect(new Set(whole).size).toBe(whole.length)
    // 10 mints of one collection, 6 of another, one with a referrer and one burned later.
    expect(whole).toHaveLength(18)
  })

  test('is found after any number of events of unlisted collections', async () => {
    const account = receiver(5)
    const alone = { collection: moreAt, blocks: 1, inBlock: 1 }
    await give(account, { ...alone, time: later, block: 90_000 })
    await give(account, { ...hourly, time: second, block: 80_000 })
    await give(account, { ...alone, time: earlier, block: 79_000 })
    await unlist(true)
    const pages = await readPages(account)
    await unlist(false)
    expect(pages.flat().map(placeOf)).toEqual(['90000.0', '79000.0'])
    expect(pages.some((page) => page.length === 0)).toBe(true)
  })

  test('continues from cursors that reveal no event of an unlisted collection', async () => {
    const account = receiver(6)
    await give(account, { ...hourly, time: second, block: 85_000 })
    await unlist(true)
    const cursors = await readCursors(account)
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

  test('of a crowd is separate for each account', async () => {
    const { data } = await deeds(crowded[29] ?? '')
    expect(data.map(({ type }: Deed) => type)).toEqual(['mint', 'mint'])
    expect((await deeds(flo)).data).toEqual([])
  })
})

describe('the activity of one second', () => {
  test('is read to its end, each event once, while rows are inserted', async () => {
    const account = receiver(1)
    await give(account, { collection: moreAt, time: second, block: 10_000 })
    const pages = pagesOf(account)
    const seen: string[] = []
    for (let page = 0; ; page += 1) {
      const { value } = await pages.next()
      if (!value) break
      seen.push(...value.data.map(placeOf))
      if (page > 20) continue
      // Newer rows, one in the same second, and one in the future.
      const one = { collection: moreAt, blocks: 1, inBlock: 1 }
      await give(account, { ...one, time: later, block: 30_000 + page })
      await give(account, { ...one, time: second, block: 20_000 + page })
      await give(account, { ...one, time: earlier, block: 5000 + page })
    }
    const behind = Array.from({ length: 21 }, (_, page) => `${5020 - page}.0`)
    expect(seen).toEqual([...wholeSecond(10_000), ...behind])
  })

  test('is read to its end beyond the scan limit of unlisted rows', async () => {
    const account = receiver(2)
    await give(account, { collection: manyAt, time: second, block: 50_000 })
    // In the middle of a block, at its last position, and after all of them.
    const listed = [
      [50_003, 1000],
      [50_001, 700],
      [50_000, 651],
      [49_999, 0],
    ] as const
    for (const [block, from] of listed) {
      const of = { collection: moreAt, time: second, block, blocks: 1, inBlock: 1, from }
      await give(account, of)
    }
    await unlist(true)
    const pages = await readPages(account)
    await unlist(false)
    expect(pages.flat().map(placeOf)).toEqual(listed.map((place) => place.join('.')))
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.length).toBeLessThan(40)
  })

  test('reveals only rounded cursors of unlisted collections', async () => {
    const account = receiver(3)
    await give(account, { collection: manyAt, time: second, block: 60_000 })
    await unlist(true)
    const cursors = await readCursors(account)
    await unlist(false)
    expect(cursors.length).toBeGreaterThan(10)
    for (const cursor of cursors) {
      const [, , , log] = Buffer.from(cursor, 'base64url').toString().split('.')
      expect(Number(log) % 128).toBe(0)
    }
  })

  test('contains every created collection', async () => {
    const account = receiver(4)
    const made = Array.from({ length: 60 }, (_, place) => 70_000 + place)
    await create(account, made, second)
    await create(account, [69_000], earlier)
    const pages = await readPages(account)
    expect(pages.flat().map(placeOf)).toEqual(
      [...made.toReversed(), 69_000].map((block) => `${block}.0`),
    )
  })
})

type Deed = { type: string; tx: string }

const placeOf = ({ block_number, log_index }: CollectorActivity) =>
  `${block_number}.${log_index}`

const receiver = (place: number): Address => `0x${`e${place}`.repeat(20)}`

/** More events than one page scans, of a collection that a test unlists. */
const hourly = { collection: manyAt, blocks: 450, inBlock: 1, seconds: -3600 }

const oneHash = `0x${'11'.repeat(32)}`

type Gift = {
  collection: Address
  time: Date
  block: number
  blocks?: number
  inBlock?: number
  from?: number
  /** Between two blocks. */
  seconds?: number
}

/** Airdrops of one collection, by default all in one second. */
async function give(
  account: Address,
  {
    collection,
    time,
    block,
    blocks = BLOCKS,
    inBlock = IN_BLOCK,
    from = 0,
    seconds = 0,
  }: Gift,
): Promise<void> {
  await sql`
    insert into events (chain_id, block_number, log_index, collection_id, kind, data,
      tx_hash, time)
    select c.chain_id, ${block}::bigint + b, ${from}::integer + l, c.id, 'airdrop',
      jsonb_build_object('to', ${account}::text, 'first_token_id', '1', 'quantity', 1),
      ${oneHash}, ${time}::timestamptz + make_interval(secs => ${seconds}::integer * b)
    from collections c, generate_series(0, ${blocks}::integer - 1) as b,
      generate_series(0, ${inBlock}::integer - 1) as l
    where c.address = ${collection}`.execute(server.database)
}

/** The newest first. */
function wholeSecond(block: number): string[] {
  return Array.from({ length: BLOCKS * IN_BLOCK }, (_, place) => {
    const inBlock = place % IN_BLOCK
    return `${block + (place - inBlock) / IN_BLOCK}.${inBlock}`
  }).toReversed()
}

/** One collection per block, with the event of its creation. */
async function create(account: Address, blocks: number[], time: Date): Promise<void> {
  await sql`
    with made as (
      insert into collections (id, chain_id, address, kind, name, symbol, creator, owner,
        mint_fee_wei, royalty_bps, royalty_ceiling_bps, notice_seconds, is_transferable,
        created_at, created_block, created_tx)
      select gen_random_uuid(), ${testNetwork.id}, '0x' || lpad(b::text, 40, '0'), 'drop', 'Row',
        'ROW', ${account}, ${account}, 0, 0, 0, 0, true, ${time}, b, '0x'
      from unnest(${blocks}::bigint[]) as b
      returning *)
    insert into events (chain_id, block_number, log_index, collection_id, kind, data,
      tx_hash, time)
    select made.chain_id, created_block, 0, id, 'created', original.data, ${oneHash}, created_at
    from made, (select data from events where kind = 'created' limit 1) as original`.execute(
    server.database,
  )
}

const unlist = (is_unlisted: boolean) =>
  server.database
    .updateTable('collections')
    .set({ is_unlisted })
    .where('address', '=', manyAt)
    .execute()

async function readAll(address: string): Promise<string[]> {
  const ids: string[] = []
  for (let query = ''; ; ) {
    const { data, meta } = await deeds(address, query)
    ids.push(...data.map(placeOf))
    if (!meta.next_cursor) return ids
    query = `?cursor=${meta.next_cursor}`
  }
}

async function readPages(address: string): Promise<CollectorActivity[][]> {
  const pages: CollectorActivity[][] = []
  for await (const { data } of pagesOf(address)) pages.push(data)
  return pages
}

async function readCursors(address: string): Promise<string[]> {
  const cursors: string[] = []
  for await (const { meta } of pagesOf(address)) {
    if (meta.next_cursor) cursors.push(meta.next_cursor)
  }
  return cursors
}

async function* pagesOf(address: string) {
  for (let cursor: string | undefined; ; ) {
    const of = { address }
    const page = await listCollectorActivity(server.context, of, { cursor })
    yield page
    if (!page.meta.next_cursor) return
    cursor = page.meta.next_cursor
  }
}
