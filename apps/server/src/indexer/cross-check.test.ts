import { expect, test } from 'vitest'
import { CONFIRMATIONS, testWorld, withoutLogs } from '../../test/indexer/fixture.ts'
import type { RpcCall } from '../../test/indexer/proxy.ts'
import { ada, bob, cyn } from '../../test/server.ts'

const world = testWorld()

/** How many addresses each call for logs named. */
const addressesIn = (calls: RpcCall[]) =>
  calls
    .filter(({ method }) => method === 'eth_getLogs')
    // Safe: the follower asks so.
    .map(({ params }) => (params as [{ address: string[] }])[0].address.length)

test('while all others are overloaded one endpoint does not confirm what it leaves out', async () => {
  const liar = await world.endpoint()
  const honest = [await world.endpoint(), await world.endpoint()]
  await world.start(liar.url, ...honest.map(({ url }) => url))
  const address = await world.launch.create(ada)
  const created = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.within(10_000, async () => (await world.confirmedNumber()) >= created)
  await world.caughtUp()
  liar.lie = withoutLogs
  for (const one of honest) {
    one.lie = () => ({ error: { code: 429, message: 'too many requests' } })
  }
  await world.launch.mint(bob, address, 3)
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.withinRounds(
    60,
    [liar, ...honest],
    async () => (await world.confirmedNumber()) >= minted,
  )
  liar.lie = undefined
  for (const one of honest) one.lie = undefined
  await world.within(15_000, async () => (await world.confirmedNumber()) >= minted)
  expect((await world.cursor())?.confirmed_number).toBeGreaterThanOrEqual(minted)
  expect(await world.mintedOf(address)).toBe(3)
})

test('collections that one endpoint invented are not asked for once it was found out', async () => {
  await world.launch.create(cyn)
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const honest = [await world.endpoint(), await world.endpoint()]
  const liar = await world.endpoint((call, answer) => {
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as {
      topics: string[]
      logIndex: string
      address: string
    }[]
    if (call.method !== 'eth_getLogs') return answer
    const created = logs.find(
      ({ address }) => address === world.chain.contracts.factory.toLowerCase(),
    )
    if (!created) return answer
    const invented = Array.from({ length: 300 }, (_, at) => ({
      ...created,
      logIndex: `0x${(1000 + at).toString(16)}`,
      topics: [
        created.topics[0],
        `0x${(0xabc000 + at).toString(16).padStart(64, '0')}`,
        created.topics[2],
      ],
    }))
    return { result: [...logs, ...invented] }
  })
  await world.start(liar.url, ...honest.map(({ url }) => url))
  await world.within(3000, async () => liar.asked.length > 0)
  await world.caughtUp()
  liar.lie = undefined
  for (const one of [liar, ...honest]) one.asked = []
  await world.launch.create(bob)
  await world.caughtUp()
  const known = await world.server.database
    .selectFrom('collections')
    .select('id')
    .execute()
  const most = Math.max(...[liar, ...honest].flatMap(({ asked }) => addressesIn(asked)))
  expect(most).toBeLessThanOrEqual(known.length + 1)
})

test('a chain goes on after a log that a single endpoint had left out twice', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  const address = await world.launch.create(ada)
  await world.caughtUp()
  const before = await world.headNumber()
  await world.launch.mint(bob, address, 2)
  const missed = before + 1
  await world.stop()
  await world.server.close()
  node.lie = (call, answer) => {
    if (call.method !== 'eth_getLogs') return answer
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as { blockNumber: string }[]
    return { result: logs.filter(({ blockNumber }) => Number(blockNumber) !== missed) }
  }
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.start(node.url)
  await world.within(10_000, async () => (await world.confirmedNumber()) >= missed)
  expect((await world.cursor())?.confirmed_number).toBeGreaterThanOrEqual(missed)
  node.lie = undefined
  await world.launch.mint(cyn, address, 1)
  const head = await world.headNumber()
  await world.within(10_000, async () => (await world.cursor())?.block_number === head)
  expect((await world.cursor())?.block_number).toBe(head)
})

test('a second endpoint that is still syncing does not keep the chain from its head', async () => {
  const syncing = await world.endpoint()
  const old = await world.chain.client.getBlock()
  await world.launch.create(ada)
  await world.chain.client.mine({ blocks: 5 * CONFIRMATIONS })
  syncing.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber') return answer
    const [asked] = call.params
    if (asked !== 'latest') return Number(asked) <= old.number ? answer : { result: null }
    const number = `0x${old.number.toString(16)}`
    const timestamp = `0x${old.timestamp.toString(16)}`
    // Safe: a block.
    const block = answer.result as object
    return {
      result: { ...block, number, hash: old.hash, parentHash: old.parentHash, timestamp },
    }
  }
  const honest = await world.endpoint()
  await world.start(syncing.url, honest.url)
  const head = await world.headNumber()
  const told = new Set<string>()
  await world.within(10_000, async () => {
    const reports = await world.server.database
      .selectFrom('chain_statuses')
      .selectAll()
      .execute()
    for (const { status } of reports) told.add(status)
    return (await world.cursor())?.block_number === head
  })
  expect((await world.cursor())?.block_number).toBe(head)
  expect([...told]).not.toContain('disputed')
})

test('a log of old blocks that a single endpoint leaves out once is there in the end', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(bob, address, 2)
  const minted = await world.chain.client.getBlock()
  await world.chain.client.mine({ blocks: 3 * CONFIRMATIONS })
  let omitted = 0
  const node = await world.endpoint((call, answer) => {
    if (call.method !== 'eth_getLogs' || omitted > 0) return answer
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as { blockNumber: string }[]
    const rest = logs.filter(({ blockNumber }) => BigInt(blockNumber) !== minted.number)
    if (rest.length < logs.length) omitted += 1
    return { result: rest }
  })
  await world.start(node.url)
  await world.caughtUp()
  await world.launch.create(cyn)
  await world.chain.client.mine({ blocks: 2 * CONFIRMATIONS })
  await world.caughtUp()
  expect({ omitted, minted: await world.mintedOf(address) }).toEqual({
    omitted: 1,
    minted: 2,
  })
})
