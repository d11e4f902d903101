import { encodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAbi, indexOf } from '../../test/collections/launch.ts'
import {
  CONFIRMATIONS,
  type Lie,
  testWorld,
  withoutLogs,
} from '../../test/indexer/fixture.ts'
import { ada, bob, cyn } from '../../test/server.ts'

const world = testWorld()

const statusOf = async (address: string) =>
  (await world.server.get(`/api/contract/local/${address}`)).data?.status

/** What one that starts from nothing, with an honest endpoint, makes of the chain. */
const honestIndex = async () => {
  await world.startAnew()
  await world.caughtUp()
  return indexOf(world.server.database)
}

test('what is read near the head is provisional until it lies deep and was read twice', async () => {
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

test('logs that one endpoint leaves out near the head are there before anything is confirmed', async () => {
  const liar = await world.endpoint()
  const honest = [await world.endpoint(), await world.endpoint()]
  await world.start(liar.url, ...honest.map(({ url }) => url))
  await world.caughtUp()
  liar.lie = withoutLogs
  const address = await world.launch.create(ada)
  await world.launch.mint(bob, address, 3)
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(minted)
  expect(await world.mintedOf(address)).toBe(3)
  liar.lie = undefined
  const followed = await indexOf(world.server.database)
  expect(followed).toEqual(await honestIndex())
})

test('nothing of a deep range is written before two endpoints agree on it', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 4)
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const liar = await world.endpoint(withoutLogs)
  const honest = await world.endpoint()
  await world.start(liar.url, honest.url)
  await world.until(
    async () => (await world.report())?.status === 'disputed',
    'the dispute is told',
  )
  expect(await world.cursor()).toBeUndefined()
  expect(
    world.lines
      .filter(({ level }) => level >= 40)
      .map((line) => JSON.stringify(line))
      .join(),
  ).toContain(liar.url)
  liar.lie = undefined
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(4)
})

test('equal logs that name no times are no agreement while the headers differ', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 4)
  const minted = await world.chain.client.getBlock()
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const silent: Lie = (call, answer) => {
    if (call.method !== 'eth_getLogs') return answer
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as object[]
    return { result: logs.map((log) => ({ ...log, blockTimestamp: undefined })) }
  }
  const late: Lie = (call, answer) => {
    // Safe: what is asked of a node is answered with objects, lists or text.
    const block = answer.result as { number?: string }
    if (block.number !== `0x${minted.number.toString(16)}`) return silent(call, answer)
    return {
      result: { ...block, timestamp: `0x${(minted.timestamp + 1n).toString(16)}` },
    }
  }
  const liar = await world.endpoint(late)
  const honest = await world.endpoint(silent)
  await world.start(liar.url, honest.url)
  await world.until(
    async () => (await world.report())?.status === 'disputed',
    'the dispute is told',
  )
  expect(await world.cursor()).toBeUndefined()
  liar.lie = silent
  await world.caughtUp()
  await world.confirmedUpTo(Number(minted.number))
  expect(await world.mintedOf(address)).toBe(4)
  const mints = world.server.database.selectFrom('mints').select('time').execute()
  expect(await mints).toContainEqual({ time: new Date(Number(minted.timestamp) * 1000) })
})

test('a single endpoint that leaves out logs once is found out by reading again', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  await world.caughtUp()
  let omitted = 0
  node.lie = (call, answer) => {
    // Safe: an answer to `eth_getLogs`.
    const logs = answer.result as unknown[]
    if (call.method !== 'eth_getLogs' || omitted > 0 || logs.length === 0) return answer
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

test('while only one of two endpoints answers, nothing is confirmed and it is told why', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 6)
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS + 1 })
  const honest = await world.endpoint()
  const failing: Lie = () => ({ error: { code: -32_603, message: 'out of order' } })
  const broken = await world.endpoint(failing)
  await world.start(broken.url, honest.url)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(6)
  expect((await world.cursor())?.confirmed_number).toBe(-1)
  expect(await statusOf(address)).toBe('provisional')
  await world.until(
    async () => (await world.report())?.detail?.includes('No second endpoint') ?? false,
    'it is told',
  )
  broken.lie = undefined
  await world.confirmedUpTo(minted)
  expect(await statusOf(address)).toBe('confirmed')
})

test('a head that only one endpoint claims makes nothing deep', async () => {
  const address = await world.launch.create(ada)
  await world.launch.mint(cyn, address, 3)
  const minted = await world.headNumber()
  const ahead: Lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest')
      return answer
    const number = `0x${(minted + CONFIRMATIONS).toString(16)}`
    return {
      result: { ...(answer.result as object), number, hash: `0x${'9'.repeat(64)}` },
    }
  }
  const liar = await world.endpoint(ahead)
  const honest = [await world.endpoint(), await world.endpoint()]
  await world.start(liar.url, ...honest.map(({ url }) => url))
  await world.until(async () => (await world.mintedOf(address)) === 3, 'it is read')
  await new Promise((resume) => setTimeout(resume, 500))
  expect((await world.cursor())?.confirmed_number).toBeLessThanOrEqual(
    minted - CONFIRMATIONS,
  )
  expect(await statusOf(address)).toBe('provisional')
})

test('a gap that was confirmed heals once the chain goes on from it', async () => {
  const node = await world.endpoint()
  await world.start(node.url)
  const address = await world.launch.create(ada)
  const created = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(created)
  node.lie = withoutLogs
  await world.launch.mint(bob, address, 1)
  const missing = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(missing)
  expect(await world.mintedOf(address)).toBe(0)
  node.lie = undefined
  const move = encodeFunctionData({
    abi: anyAbi,
    functionName: 'transferFrom',
    args: [bob.address, cyn.address, 1n],
  })
  await world.launch.send(bob, address, move)
  await world.until(
    async () => (await world.mintedOf(address)) === 1,
    'the gap is healed',
  )
  await world.caughtUp()
  expect(world.lines.some(({ msg }) => msg.includes('contradicts the chain'))).toBe(true)
  const followed = await indexOf(world.server.database)
  expect(followed).toEqual(await honestIndex())
}, 40_000)

describe('a reorganisation below what is confirmed', () => {
  test('is followed, lowers the mark and is logged as an error', async () => {
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
    const deep = world.lines.filter(({ msg }) => msg.includes('below what was confirmed'))
    expect(deep).toHaveLength(1)
    expect(deep[0]?.level).toBe(50)
    const followed = await indexOf(world.server.database)
    expect(followed).toEqual(await honestIndex())
  })

  test('is not believed when only one endpoint says so', async () => {
    const liar = await world.endpoint()
    const honest = await world.endpoint()
    await world.start(liar.url, honest.url)
    const address = await world.launch.create(ada)
    await world.launch.mint(bob, address, 2)
    const minted = await world.headNumber()
    await world.chain.client.mine({ blocks: CONFIRMATIONS })
    await world.confirmedUpTo(minted)
    const before = await world.cursor()
    const lies = { struck: 0 }
    liar.lie = (call, answer) => {
      if (call.method !== 'eth_getBlockByNumber') return answer
      const { result: block } = answer
      if (!block) return answer
      lies.struck += 1
      // Safe: an answer to `eth_getBlockByNumber`.
      const { hash, parentHash } = block as { hash: string; parentHash: string }
      const turned = (text: string) => `0x${[...text.slice(2)].reverse().join('')}`
      return { result: { ...block, hash: turned(hash), parentHash: turned(parentHash) } }
    }
    await world.chain.client.mine({ blocks: 1 })
    await world.until(async () => {
      const now = await world.cursor()
      return (now?.block_number ?? 0) > (before?.block_number ?? 0)
    }, 'the honest endpoint is followed on')
    expect((await world.cursor())?.confirmed_number).toBeGreaterThanOrEqual(
      before?.confirmed_number ?? 0,
    )
    expect(await world.mintedOf(address)).toBe(2)
    expect(world.lines.some(({ msg }) => msg.includes('below what was confirmed'))).toBe(
      false,
    )
  })
})

test('another genesis is not believed when only one endpoint tells it', async () => {
  const liar = await world.endpoint()
  const honest = await world.endpoint()
  await world.start(liar.url, honest.url)
  const address = await world.launch.create(ada)
  await world.caughtUp()
  await world.stop()
  liar.lie = (call, answer) => {
    const isGenesis = call.method === 'eth_getBlockByNumber' && call.params[0] === '0x0'
    if (!isGenesis) return answer
    return { result: { ...(answer.result as object), hash: `0x${'7'.repeat(64)}` } }
  }
  world.followAgain()
  await world.launch.mint(bob, address, 1)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(1)
  expect(world.lines.some(({ msg }) => msg.includes('read again from the start'))).toBe(
    false,
  )
})

test('other code at the address of the factory is refused with a sentence', async () => {
  const node = await world.endpoint((call, answer) =>
    call.method === 'eth_getCode' ? { result: '0x6001' } : answer,
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
  node.lie = undefined
  await world.caughtUp()
})

test('an endpoint that lags behind its sibling is passed over, and nothing is taken back', async () => {
  const address = await world.launch.create(ada)
  const lagging = await world.endpoint()
  const honest = await world.endpoint()
  const old = await world.chain.client.getBlock()
  await world.launch.mint(bob, address, 1)
  await world.start(lagging.url, honest.url)
  await world.caughtUp()
  lagging.lie = (call, answer) => {
    const isHead = call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest'
    if (!isHead) return answer
    const number = `0x${old.number.toString(16)}`
    const timestamp = `0x${old.timestamp.toString(16)}`
    return {
      result: { ...(answer.result as object), number, hash: old.hash, timestamp },
    }
  }
  await world.launch.mint(cyn, address, 2)
  await world.caughtUp()
  expect(await world.mintedOf(address)).toBe(3)
  expect(world.lines.some(({ msg }) => msg.includes('reorganised'))).toBe(false)
})
