import { expect, test } from 'vitest'
import { CONFIRMATIONS, testWorld, word } from '../../test/indexer/fixture.ts'
import { ada, bob } from '../../test/server.ts'

/** So often the head is read until a row would have been lost. */
const ROUNDS = 30

const world = testWorld()

const isAtHead = async () =>
  (await world.cursor())?.block_number === (await world.headNumber())

test('one endpoint that denies the cursor and then says nonsense does not stop the chain', async () => {
  const liar = await world.endpoint()
  const honest = [
    await world.endpoint(undefined, 60),
    await world.endpoint(undefined, 60),
  ]
  await world.start(liar.url, ...honest.map(({ url }) => url))
  const address = await world.launch.create(ada)
  await world.caughtUp()
  await world.stop()
  await world.launch.mint(bob, address, 1)
  const head = await world.chain.client.getBlock()
  const stood = (await world.cursor())?.block_number ?? 0
  liar.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber') return answer
    const [asked] = call.params
    // Its head is another block in the place of the cursor; other blocks are no blocks.
    if (asked === 'latest') {
      // Safe: a block.
      const block = answer.result as object
      return { result: { ...block, number: `0x${stood.toString(16)}`, hash: word(9) } }
    }
    return Number(asked) > 0 && Number(asked) <= stood ? { result: 'nonsense' } : answer
  }
  world.followAgain()
  expect(await world.within(10_000, isAtHead)).toBe(true)
  expect((await world.cursor())?.block_hash).toBe(head.hash)
})

test('one word about the genesis at the first start does not cost the whole index later', async () => {
  const liar = await world.endpoint()
  const honest = [
    await world.endpoint(undefined, 60),
    await world.endpoint(undefined, 60),
  ]
  liar.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== '0x0') return answer
    // Safe: a block.
    return { result: { ...(answer.result as object), hash: word(5) } }
  }
  await world.start(liar.url, ...honest.map(({ url }) => url))
  await world.launch.create(bob)
  await world.caughtUp()
  const genesis = (await world.chain.client.getBlock({ blockNumber: 0n })).hash
  expect((await world.cursor())?.genesis_hash).toBe(genesis)
})

test('an endpoint that says nothing about old blocks for a while costs no row', async () => {
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
  node.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] === 'latest')
      return answer
    if (call.params[0] === '0x0') return answer
    return { result: null }
  }
  let least = before.length
  // Its head is another block for a moment: whoever looks for the ancestor finds none.
  const lie = node.lie
  node.lie = (call, answer) => {
    if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest')
      return { result: { ...(answer.result as object), hash: word(3) } }
    return lie(call, answer)
  }
  await world.withinRounds(ROUNDS, [node], async () => {
    const rows = await world.server.database.selectFrom('events').selectAll().execute()
    least = Math.min(least, rows.length)
    return least < before.length
  })
  expect(least).toBe(before.length)
})
