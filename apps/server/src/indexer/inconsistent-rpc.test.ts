import { expect, test } from 'vitest'
import { CONFIRMATIONS, testWorld, word } from '../../test/indexer/fixture.ts'
import { ada, bob } from '../../test/server.ts'

/** Polls of the head until a row would have been lost. */
const ROUNDS = 30

const world = testWorld()

const isAtHead = async () =>
  (await world.cursor())?.block_number === (await world.headNumber())

test('an endpoint that lacks the block of the cursor and returns invalid blocks does not stop the sync', async () => {
  const faulty = await world.endpoint()
  const correct = [
    await world.endpoint(undefined, 60),
    await world.endpoint(undefined, 60),
  ]
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  const address = await world.launch.create(ada)
  await world.caughtUp()
  await world.stop()
  await world.launch.mint(bob, address, 1)
  const head = await world.chain.client.getBlock()
  const stood = (await world.cursor())?.block_number ?? 0
  faulty.override = (call, response) => {
    if (call.method !== 'eth_getBlockByNumber') return response
    const [tag] = call.params
    // Its head is another block at the cursor's number; its other blocks are invalid.
    if (tag === 'latest') {
      // Safe: a block.
      const block = response.result as object
      return { result: { ...block, number: `0x${stood.toString(16)}`, hash: word(9) } }
    }
    return Number(tag) > 0 && Number(tag) <= stood ? { result: 'nonsense' } : response
  }
  world.restart()
  expect(await world.within(10_000, isAtHead)).toBe(true)
  expect((await world.cursor())?.block_hash).toBe(head.hash)
})

test('a wrong genesis from one endpoint at the first start causes no reindex later', async () => {
  const faulty = await world.endpoint()
  const correct = [
    await world.endpoint(undefined, 60),
    await world.endpoint(undefined, 60),
  ]
  faulty.override = (call, response) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== '0x0')
      return response
    // Safe: a block.
    return { result: { ...(response.result as object), hash: word(5) } }
  }
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  await world.launch.create(bob)
  await world.caughtUp()
  const genesis = (await world.chain.client.getBlock({ blockNumber: 0n })).hash
  expect((await world.cursor())?.genesis_hash).toBe(genesis)
})

test('an endpoint without old blocks for a while causes no rollback', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  const address = await world.launch.create(ada)
  await world.launch.mint(bob, address, 1)
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.caughtUp()
  await world.within(5000, async () => (await world.confirmedNumber()) > 3)
  const before = await world.server.database.selectFrom('events').selectAll().execute()
  expect(before.length).toBeGreaterThan(0)
  // A pruned node behind the same address: it has its head and the newest block only.
  node.override = (call, response) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] === 'latest')
      return response
    if (call.params[0] === '0x0') return response
    return { result: null }
  }
  let least = before.length
  // Its head is another block for a moment: the search for the ancestor finds none.
  const override = node.override
  node.override = (call, response) => {
    if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest')
      return { result: { ...(response.result as object), hash: word(3) } }
    return override(call, response)
  }
  await world.withinRounds(ROUNDS, [node], async () => {
    const rows = await world.server.database.selectFrom('events').selectAll().execute()
    least = Math.min(least, rows.length)
    return least < before.length
  })
  expect(least).toBe(before.length)
})
