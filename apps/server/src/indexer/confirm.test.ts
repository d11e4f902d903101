import { encodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAbi, readIndex } from '../../test/collections/launch.ts'
import {
  CONFIRMATIONS,
  type ReplyOverride,
  testWorld,
  withoutLogs,
} from '../../test/indexer/fixture.ts'
import { operatorContext } from '../../test/moderation/operator.ts'
import { ada, bob, cyn } from '../../test/server.ts'
import { commands } from '../areas/moderation/commands.ts'

const world = testWorld()

const statusOf = async (address: string) =>
  (await world.server.get(`/api/contract/local/${address}`)).data?.status

/** Returns the index of a new indexer with a correct endpoint. */
const correctIndex = async () => {
  await world.startEmpty()
  await world.caughtUp()
  return readIndex(world.server.database)
}

test('rows near the head are provisional until they are deep and cross-checked', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  await world.caughtUp()
  const address = await world.launch.create(ada)
  const created = await world.headNumber()
  await world.launch.mint(bob, address, 2)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(2)
  expect(await statusOf(address)).toBe('provisional')
  expect((await world.server.get('/api/contract/list?search=Tidewater')).data).toEqual([])
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(created)
  expect(await statusOf(address)).toBe('confirmed')
  expect((await world.cursor())?.confirmed_number).toBeLessThanOrEqual(
    (await world.headNumber()) - CONFIRMATIONS,
  )
})

test('logs that one endpoint omits near the head are indexed before their block is confirmed', async () => {
  const faulty = await world.endpoint()
  const correct = [await world.endpoint(), await world.endpoint()]
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  await world.caughtUp()
  faulty.override = withoutLogs
  const address = await world.launch.create(ada)
  await world.launch.mint(bob, address, 3)
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(minted)
  expect(await world.mintedOf(address)).toBe(3)
  faulty.override = undefined
  const followed = await readIndex(world.server.database)
  expect(followed).toEqual(await correctIndex())
})

test('a deep range is not written before two endpoints return the same logs', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 4)
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const faulty = await world.endpoint(withoutLogs)
  const correct = await world.endpoint()
  await world.start(faulty.url, correct.url)
  await world.until(
    async () => (await world.report())?.status === 'disputed',
    'the status is disputed',
  )
  expect(await world.cursor()).toBeUndefined()
  expect(
    world.lines
      .filter(({ level }) => level >= 40)
      .map((line) => JSON.stringify(line))
      .join(),
  ).toContain(faulty.url)
  faulty.override = undefined
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(4)
})

test('equal logs without timestamps do not pass the cross-check while the headers differ', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 4)
  const minted = await world.chain.client.getBlock()
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const silent: ReplyOverride = (call, response) => {
    if (call.method !== 'eth_getLogs') return response
    // Safe: the result of `eth_getLogs`.
    const logs = response.result as object[]
    return { result: logs.map((log) => ({ ...log, blockTimestamp: undefined })) }
  }
  const late: ReplyOverride = (call, response) => {
    // Safe: the result of a node is an object, a list or text.
    const block = response.result as { number?: string }
    if (block.number !== `0x${minted.number.toString(16)}`) return silent(call, response)
    return {
      result: { ...block, timestamp: `0x${(minted.timestamp + 1n).toString(16)}` },
    }
  }
  const faulty = await world.endpoint(late)
  const correct = await world.endpoint(silent)
  await world.start(faulty.url, correct.url)
  await world.until(
    async () => (await world.report())?.status === 'disputed',
    'the status is disputed',
  )
  expect(await world.cursor()).toBeUndefined()
  faulty.override = silent
  await world.caughtUp()
  await world.confirmedUpTo(Number(minted.number))
  expect(await world.mintedOf(address)).toBe(4)
  const mints = world.server.database.selectFrom('mints').select('time').execute()
  expect(await mints).toContainEqual({ time: new Date(Number(minted.timestamp) * 1000) })
})

test('logs that a single endpoint omits once are found by the second fetch', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  await world.caughtUp()
  let omitted = 0
  node.override = (call, response) => {
    // Safe: the result of `eth_getLogs`.
    const logs = response.result as unknown[]
    if (call.method !== 'eth_getLogs' || omitted > 0 || logs.length === 0) return response
    omitted += 1
    return { result: [] }
  }
  const address = await world.launch.create(bob)
  await world.caughtUp()
  await world.launch.mint(cyn, address, 5)
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(minted)
  expect(omitted).toBe(1)
  expect(await world.mintedOf(address)).toBe(5)
})

test('while only one of two endpoints responds, no block is confirmed and the status has the reason', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 6)
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const correct = await world.endpoint()
  const failing: ReplyOverride = () => ({
    error: { code: -32_603, message: 'out of order' },
  })
  const broken = await world.endpoint(failing)
  await world.start(broken.url, correct.url)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(6)
  expect((await world.cursor())?.confirmed_number).toBe(-1)
  expect(await statusOf(address)).toBe('provisional')
  await world.until(
    async () => (await world.report())?.detail?.includes('No second endpoint') ?? false,
    'the status has the reason',
  )
  broken.override = undefined
  await world.confirmedUpTo(minted)
  expect(await statusOf(address)).toBe('confirmed')
})

test('a head that only one endpoint returns does not confirm blocks', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 3)
  const minted = await world.headNumber()
  const ahead: ReplyOverride = (call, response) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest')
      return response
    const number = `0x${(minted + CONFIRMATIONS).toString(16)}`
    return {
      result: { ...(response.result as object), number, hash: `0x${'9'.repeat(64)}` },
    }
  }
  const faulty = await world.endpoint(ahead)
  const correct = [await world.endpoint(), await world.endpoint()]
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  await world.until(async () => (await world.mintedOf(address)) === 3, 'it is indexed')
  await new Promise((resume) => setTimeout(resume, 500))
  expect((await world.cursor())?.confirmed_number).toBeLessThanOrEqual(
    minted - CONFIRMATIONS,
  )
  expect(await statusOf(address)).toBe('provisional')
})

test('a log that conflicts with a confirmed gap takes no row away, and a reread heals the gap', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  const address = await world.launch.create(ada)
  const created = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(created)
  node.override = withoutLogs
  await world.launch.mint(bob, address, 1)
  const missing = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(missing)
  expect(await world.mintedOf(address)).toBe(0)
  node.override = undefined
  const move = encodeFunctionData({
    abi: anyAbi,
    functionName: 'transferFrom',
    args: [bob.address, cyn.address, 1n],
  })
  await world.launch.send(bob, address, move)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(0)
  const state = async () =>
    (await world.server.get(`/api/contract/local/${address}`)).data?.state
  expect(await state()).toBe('unreadable')
  expect(world.lines.find(({ msg }) => msg.includes('set aside'))).toMatchObject({
    address: address.toLowerCase(),
    block: await world.headNumber(),
  })
  await commands.reread(operatorContext(world.server), { chain: 'local' })
  await world.chain.client.mine({ blocks: 1 })
  await world.until(
    async () => (await world.mintedOf(address)) === 1,
    'the gap is healed',
  )
  await world.caughtUp()
  expect(await state()).toBe('live')
  const followed = await readIndex(world.server.database)
  expect(followed).toEqual(await correctIndex())
}, 40_000)

describe('a reorg below the confirmed block', () => {
  test('is rolled back, lowers the confirmed block and is logged as an error', async () => {
    const node = await world.endpoint()
    await world.start(node.url)
    const address = await world.launch.create(ada)
    await world.caughtUp()
    const snapshot = await world.chain.client.snapshot()
    await world.launch.mint(bob, address, 2)
    const minted = await world.headNumber()
    await world.chain.client.mine({ blocks: CONFIRMATIONS })
    await world.confirmedUpTo(minted)
    await world.chain.client.revert({ id: snapshot })
    await world.launch.mint(cyn, address, 7)
    await world.chain.client.mine({ blocks: 2 * CONFIRMATIONS })
    await world.confirmedUpTo(minted + 1)
    expect(await world.mintedOf(address)).toBe(7)
    const deep = world.lines.filter(({ msg }) =>
      msg.includes('reorg below the confirmed block'),
    )
    expect(deep).toHaveLength(1)
    expect(deep[0]?.level).toBe(50)
    const followed = await readIndex(world.server.database)
    expect(followed).toEqual(await correctIndex())
  })

  test('is not rolled back when only one endpoint reports it', async () => {
    const faulty = await world.endpoint()
    const correct = await world.endpoint()
    await world.start(faulty.url, correct.url)
    const address = await world.launch.create(ada)
    await world.launch.mint(bob, address, 2)
    const minted = await world.headNumber()
    await world.chain.client.mine({ blocks: CONFIRMATIONS })
    await world.confirmedUpTo(minted)
    const before = await world.cursor()
    const overridden = { count: 0 }
    faulty.override = (call, response) => {
      if (call.method !== 'eth_getBlockByNumber') return response
      const { result: block } = response
      if (!block) return response
      overridden.count += 1
      // Safe: the result of `eth_getBlockByNumber`.
      const { hash, parentHash } = block as { hash: string; parentHash: string }
      const turned = (text: string) => `0x${[...text.slice(2)].reverse().join('')}`
      return { result: { ...block, hash: turned(hash), parentHash: turned(parentHash) } }
    }
    await world.chain.client.mine({ blocks: 1 })
    await world.until(async () => {
      const now = await world.cursor()
      return (now?.block_number ?? 0) > (before?.block_number ?? 0)
    }, 'the sync continues on the correct endpoint')
    expect((await world.cursor())?.confirmed_number).toBeGreaterThanOrEqual(
      before?.confirmed_number ?? 0,
    )
    expect(await world.mintedOf(address)).toBe(2)
    expect(
      world.lines.some(({ msg }) => msg.includes('reorg below the confirmed block')),
    ).toBe(false)
  })
})

test('another genesis is rejected when only one endpoint returns it', async () => {
  const faulty = await world.endpoint()
  const correct = await world.endpoint()
  await world.start(faulty.url, correct.url)
  const address = await world.launch.create(ada)
  await world.caughtUp()
  await world.stop()
  faulty.override = (call, response) => {
    const isGenesis = call.method === 'eth_getBlockByNumber' && call.params[0] === '0x0'
    if (!isGenesis) return response
    return { result: { ...(response.result as object), hash: `0x${'7'.repeat(64)}` } }
  }
  world.restart()
  await world.launch.mint(bob, address, 1)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(1)
  expect(world.lines.some(({ msg }) => msg.includes('reindexing from the start'))).toBe(
    false,
  )
})

test('other code at the factory address sets the status refused', async () => {
  const node = await world.endpoint((call, response) =>
    call.method === 'eth_getCode' ? { result: '0x6001' } : response,
  )
  await world.start(node.url)
  await world.until(
    async () => (await world.report())?.status === 'refused',
    'it is refused',
  )
  expect((await world.report())?.detail).toContain('is not the factory of this version')
  expect(await world.server.database.selectFrom('events').selectAll().execute()).toEqual(
    [],
  )
  node.override = undefined
  await world.caughtUp()
})

test('an endpoint that lags behind another is skipped without a rollback', async () => {
  const address = await world.launch.create(ada)
  const lagging = await world.endpoint()
  const correct = await world.endpoint()
  const old = await world.chain.client.getBlock()
  await world.launch.mint(bob, address, 1)
  await world.start(lagging.url, correct.url)
  await world.caughtUp()
  lagging.override = (call, response) => {
    const isHead = call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest'
    if (!isHead) return response
    const number = `0x${old.number.toString(16)}`
    const timestamp = `0x${old.timestamp.toString(16)}`
    return {
      result: { ...(response.result as object), number, hash: old.hash, timestamp },
    }
  }
  await world.launch.mint(cyn, address, 2)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(3)
  expect(world.lines.some(({ msg }) => msg.includes('reorg'))).toBe(false)
})
