import { expect, test } from 'vitest'
import { CONFIRMATIONS, testWorld, withoutLogs } from '../../test/indexer/fixture.ts'
import type { RpcCall } from '../../test/indexer/proxy.ts'
import { ada, bob, cyn } from '../../test/server.ts'

const world = testWorld()

/** Returns the number of addresses of each request for logs. */
const addressesIn = (calls: RpcCall[]) =>
  calls
    .filter(({ method }) => method === 'eth_getLogs')
    // Safe: the filter that the indexer sends.
    .map(({ params }) => (params as [{ address: string[] }])[0].address.length)

test('one endpoint does not confirm blocks with omitted logs while all others are overloaded', async () => {
  const faulty = await world.endpoint()
  const correct = [await world.endpoint(), await world.endpoint()]
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  const address = await world.launch.create(ada)
  const created = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.within(10_000, async () => (await world.confirmedNumber()) >= created)
  await world.caughtUp()
  faulty.override = withoutLogs
  for (const one of correct) {
    one.override = () => ({ error: { code: 429, message: 'too many requests' } })
  }
  await world.launch.mint(bob, address, 3)
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.withinRounds(
    60,
    [faulty, ...correct],
    async () => (await world.confirmedNumber()) >= minted,
  )
  faulty.override = undefined
  for (const one of correct) one.override = undefined
  await world.within(15_000, async () => (await world.confirmedNumber()) >= minted)
  expect((await world.cursor())?.confirmed_number).toBeGreaterThanOrEqual(minted)
  expect(await world.mintedOf(address)).toBe(3)
})

test('addresses from an invalid response are not requested after it was rejected', async () => {
  await world.launch.create(cyn)
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const correct = [await world.endpoint(), await world.endpoint()]
  const faulty = await world.endpoint((call, response) => {
    // Safe: the result of `eth_getLogs`.
    const logs = response.result as {
      topics: string[]
      logIndex: string
      address: string
    }[]
    if (call.method !== 'eth_getLogs') return response
    const created = logs.find(
      ({ address }) => address === world.chain.contracts.factory.toLowerCase(),
    )
    if (!created) return response
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
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  await world.within(3000, async () => faulty.requests.length > 0)
  await world.caughtUp()
  faulty.override = undefined
  for (const one of [faulty, ...correct]) one.requests = []
  await world.launch.create(bob)
  await world.caughtUp()
  const known = await world.server.database
    .selectFrom('collections')
    .select('id')
    .execute()
  const most = Math.max(
    ...[faulty, ...correct].flatMap(({ requests }) => addressesIn(requests)),
  )
  expect(most).toBeLessThanOrEqual(known.length + 1)
})

test('the sync continues after a log that a single endpoint omitted twice', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  const address = await world.launch.create(ada)
  await world.caughtUp()
  const before = await world.headNumber()
  await world.launch.mint(bob, address, 2)
  const missed = before + 1
  await world.stop()
  await world.server.close()
  node.override = (call, response) => {
    if (call.method !== 'eth_getLogs') return response
    // Safe: the result of `eth_getLogs`.
    const logs = response.result as { blockNumber: string }[]
    return { result: logs.filter(({ blockNumber }) => Number(blockNumber) !== missed) }
  }
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.start(node.url)
  await world.within(10_000, async () => (await world.confirmedNumber()) >= missed)
  expect((await world.cursor())?.confirmed_number).toBeGreaterThanOrEqual(missed)
  node.override = undefined
  await world.launch.mint(cyn, address, 1)
  const head = await world.headNumber()
  await world.within(10_000, async () => (await world.cursor())?.block_number === head)
  expect((await world.cursor())?.block_number).toBe(head)
})

test('a second endpoint that is still syncing does not block the sync', async () => {
  const syncing = await world.endpoint()
  const old = await world.chain.client.getBlock()
  await world.launch.create(ada)
  await world.chain.client.mine({ blocks: 5 * CONFIRMATIONS })
  syncing.override = (call, response) => {
    if (call.method !== 'eth_getBlockByNumber') return response
    const [tag] = call.params
    if (tag !== 'latest') return Number(tag) <= old.number ? response : { result: null }
    const number = `0x${old.number.toString(16)}`
    const timestamp = `0x${old.timestamp.toString(16)}`
    // Safe: a block.
    const block = response.result as object
    return {
      result: { ...block, number, hash: old.hash, parentHash: old.parentHash, timestamp },
    }
  }
  const correct = await world.endpoint()
  await world.start(syncing.url, correct.url)
  const head = await world.headNumber()
  const statuses = new Set<string>()
  await world.within(10_000, async () => {
    const reports = await world.server.database
      .selectFrom('chain_statuses')
      .selectAll()
      .execute()
    for (const { status } of reports) statuses.add(status)
    return (await world.cursor())?.block_number === head
  })
  expect((await world.cursor())?.block_number).toBe(head)
  expect([...statuses]).not.toContain('disputed')
})

test('a log of old blocks that a single endpoint omits once is indexed in the end', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(bob, address, 2)
  const minted = await world.chain.client.getBlock()
  await world.chain.client.mine({ blocks: 3 * CONFIRMATIONS })
  let omitted = 0
  const node = await world.endpoint((call, response) => {
    if (call.method !== 'eth_getLogs' || omitted > 0) return response
    // Safe: the result of `eth_getLogs`.
    const logs = response.result as { blockNumber: string }[]
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
