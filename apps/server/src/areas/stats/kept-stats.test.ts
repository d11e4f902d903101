import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import {
  launcher,
  price,
  readIndex,
  startTestIndexer,
} from '../../../test/collections/launch.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import type { Database } from '../../database/database.ts'
import { executeAsOne } from '../../database/rows.ts'
import { rebuildStats } from '../indexing/queries/rebuild-stats.ts'
import { addToStats } from '../indexing/queries/stats.ts'
import { emptyChangeSet } from '../indexing/reducer/change-set.ts'

const GWEI = 1_000_000_000n

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})
beforeEach(() => server.reset())

test('a mint is in the statistics, and out of them after a reorg', async () => {
  const { database } = server
  const launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
  const address = await launch.create(ada)
  const indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  const before = await readIndex(database)
  const snapshot = await chain.client.snapshot()
  for (const [who, quantity] of [
    [bob, 2],
    [ada, 1],
    [bob, 1],
    [cyn, 3],
  ] as const) {
    await launch.mint(who, address, quantity)
  }
  await indexer.caughtUp(chain)
  const { data } = await server.get(`/api/contract/local/${address}/stats`)
  expect(data.total).toEqual({
    minted: 7,
    new_minters: 2,
    volume_wei: String(7n * price),
    lowest_price_wei: String(price),
    highest_price_wei: String(price),
  })
  const day = data.buckets.at(-1)
  expect([day.minted, day.minters]).toEqual([7, 2])
  const kept = await statsRows(database)
  await database.transaction().execute(async (transaction) => {
    await sql`update mint_hours set quantity = 99`.execute(transaction)
    await rebuildStats(transaction, chain.id)
  })
  expect(await statsRows(database)).toEqual(kept)

  await chain.client.revert({ id: snapshot })
  await launch.create(bob)
  await indexer.caughtUp(chain)
  const after = await readIndex(database)
  for (const table of ['mint_hours', 'referrer_mints', 'holder_counts']) {
    expect(after[table]).toEqual(before[table])
  }
  await indexer.stop()
})

test('a price per wallet makes no row per mint', async () => {
  const id = randomUUID()
  const mints = Array.from({ length: 300 }, (_, place) => ({
    block_number: place,
    log_index: 0,
    collection_id: id,
    minter: `0x${String(place).padStart(40, '0')}`,
    phase_id: 0,
    quantity: 1,
    price_wei: String(BigInt(place) * GWEI),
    referrer: null,
    tx_hash: '0x0',
    time: new Date('2026-11-19T10:30:00Z'),
    previous_mint_at: null,
    is_creator: false,
  }))
  await server.database.transaction().execute(async (transaction) => {
    for (const some of [mints.slice(0, 200), mints.slice(200)]) {
      await executeAsOne(transaction, addToStats({ ...emptyChangeSet(), mints: some }))
    }
  })
  const rows = await server.database.selectFrom('mint_hours').selectAll().execute()
  expect(rows).toEqual([
    expect.objectContaining({
      hour: new Date('2026-11-19T10:00:00Z'),
      quantity: 300,
      free: 1,
      new_minters: 300,
      volume_wei: String(299n * 150n * GWEI),
      lowest_price_wei: '0',
      highest_price_wei: String(299n * GWEI),
    }),
  ])
})

async function statsRows(database: Database): Promise<unknown[]> {
  const index = await readIndex(database)
  return ['mint_hours', 'referrer_mints', 'holder_counts'].map((table) => index[table])
}
