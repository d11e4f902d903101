import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, price, startTestIndexer } from '../../../test/collections/launch.ts'
import { listen } from '../../../test/listen.ts'
import { listenTo } from '../../../test/live/listening.ts'
import {
  CHAIN,
  type LiveWorld,
  liveWorld,
  readMintedCounts,
} from '../../../test/live/live.ts'
import { ada, bob, testServer } from '../../../test/server.ts'
import { collectionProjection } from '../indexing/projection.ts'

let world: LiveWorld

beforeEach(async () => {
  world = await liveWorld()
})
afterEach(() => world.server.close())

describe('indexed blocks', { timeout: 60_000 }, () => {
  let chain: TestChain
  beforeAll(async () => {
    chain = await testChain()
  })
  afterAll(() => chain.stop())

  test('are broadcast with a mint, and with its reorg', async () => {
    await world.server.close()
    const server = await testServer({ networks: [chain.network] })
    world = { ...world, server }
    const launch = launcher(chain)
    await launch.fund(ada, bob)
    const address = await launch.create(ada)
    const indexer = startTestIndexer(server)
    await indexer.caughtUp(chain)
    const snapshot = await chain.client.snapshot()
    const { url: origin } = await listen(server.app)
    const listener = await listenTo(`${origin}/api/contract/local/${address}/events`)
    await listener.until(1)
    await launch.mint(bob, address, 2)
    await listener.until(2)
    await chain.client.revert({ id: snapshot })
    await launch.mint(ada, address, 1)
    await launch.mint(ada, address, 4)
    await indexer.caughtUp(chain)
    while (readMintedCounts(listener).at(-1) !== 5) {
      await listener.until(listener.events().length + 1)
    }
    expect(readMintedCounts(listener).slice(0, 2)).toEqual([0, 2])
    expect(listener.events().at(-1)?.data).toMatchObject({
      holders: 1,
      unique_minters: 0,
      volume_wei: String(5n * price),
      last_change: { kind: 'created' },
    })
    listener.leave()
    await indexer.stop()
  })

  test('are broadcast on confirmation', async () => {
    const { database, context } = world.server
    const [local] = context.chains
    if (!local) throw new Error('There is no chain.')
    const listener = await listenTo(world.url)
    await listener.until(1)
    await database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('chain_cursors')
        .values({
          chain_id: CHAIN,
          genesis_hash: '0x0',
          factory: '0x0',
          block_number: 9,
          block_hash: '0x0',
          block_time: new Date(),
          head_number: 9,
          confirmed_number: 1,
          updated_at: new Date(),
        })
        .execute()
      const blocks = { above: 0, upTo: 1 }
      await collectionProjection.confirm(transaction, local, blocks)
    })
    const [before, after] = await listener.until(2)
    expect(before?.data).toMatchObject({ status: 'provisional' })
    expect(after?.data).toMatchObject({ status: 'confirmed' })
    listener.leave()
  })
})
