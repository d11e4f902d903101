import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import {
  type AbiEvent,
  type AbiParameter,
  type Address,
  concat,
  encodeAbiParameters,
  keccak256,
  padHex,
  toEventSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { create, type Emitted, emit, wallets } from '../../test/collections/logs.ts'
import { CONFIRMATIONS, testWorld } from '../../test/indexer/fixture.ts'
import { emitRawLogs } from '../../test/indexer/raw-logs.ts'
import { operatorContext } from '../../test/moderation/operator.ts'
import { ada as maker, bob as minter } from '../../test/server.ts'
import { commands } from '../areas/moderation/commands.ts'

const world = testWorld()
const [ada, bob] = wallets as [Address, Address]

const eventsOf = (abi: readonly { type: string }[]) =>
  // Safe: items of this type are events.
  abi.filter(({ type }) => type === 'event') as AbiEvent[]
const dropEvents = eventsOf(dropCollectionAbi)
const isOfDrops = ({ name }: AbiEvent) => dropEvents.some((one) => one.name === name)
/** Every event, with a kind of collection that emits it. */
const events = [
  ...dropEvents.map((event, place) => ({ event, kind: (place % 2) as 0 | 1 })),
  ...eventsOf(editionCollectionAbi)
    .filter((event) => !isOfDrops(event) || event.name.startsWith('Cap'))
    .map((event) => ({ event, kind: 2 as const })),
]

/** A value of a type: least, largest, or unusual. */
type Extreme = 'least' | 'most' | 'odd'
const extremes = ['least', 'most', 'odd'] as const
const LONG_TEXT = toHex('\u202e9'.repeat(16_384))
/** NUL, halves of characters and bytes that no UTF-8 has. */
const ODD_TEXT = '0x00eda080ff80c3280a0000'

function extremeValue(input: AbiParameter, extreme: Extreme): unknown {
  const { type } = input
  if (type.endsWith('[]')) {
    const one = { ...input, type: type.slice(0, -2) }
    const count = { least: 0, most: 300, odd: 1 }[extreme]
    return Array.from({ length: count }, () => extremeValue(one, extreme))
  }
  if (type === 'tuple' && 'components' in input) {
    const parts = input.components.map((part) => [part.name, extremeValue(part, extreme)])
    return Object.fromEntries(parts)
  }
  if (type === 'bool') return extreme !== 'least'
  if (type === 'address') {
    return { least: zeroAddress, most: `0x${'ff'.repeat(20)}`, odd: ada }[extreme]
  }
  if (type === 'bytes32') {
    return { least: padHex('0x0'), most: `0x${'ff'.repeat(32)}`, odd: keccak256('0x') }[
      extreme
    ]
  }
  if (type === 'bytes') return { least: '0x', most: LONG_TEXT, odd: ODD_TEXT }[extreme]
  const bits = Number(/^uint(\d+)$/.exec(type)?.[1])
  const most = 2n ** BigInt(bits) - 1n
  const uncapped = 2n ** 28n - 1n
  const value = { least: 0n, most, odd: most < uncapped ? 1n : uncapped }[extreme]
  return bits <= 48 ? Number(value) : value
}

/** Encodes an event with one kind of values; strings are bytes, so that any can be encoded. */
function extremeLog(address: Address, event: AbiEvent, extreme: Extreme): Emitted {
  const inputs = event.inputs.map((input) =>
    input.type === 'string' ? { ...input, type: 'bytes' } : input,
  )
  const encode = (parts: AbiParameter[]) =>
    encodeAbiParameters(
      parts,
      parts.map((part) => extremeValue(part, extreme)),
    )
  return {
    address,
    topics: [
      toEventSelector(event),
      ...inputs.filter(({ indexed }) => indexed).map((input) => encode([input])),
    ],
    data: encode(inputs.filter(({ indexed }) => !indexed)),
  }
}

/** Creates collections of each kind by logs of the chain's own factory. */
function creator() {
  let made = 0
  return (kind: 0 | 1 | 2) => {
    const { collection, logs } = create(made++, [0, 0, kind, 0])
    const address = world.chain.contracts.factory.toLowerCase() as Address
    return { address: collection.address, log: { ...(logs[0] as Emitted), address } }
  }
}

const statesOf = async () =>
  new Map(
    (await world.server.database.selectFrom('collections').selectAll().execute()).map(
      (row) => [row.address, row],
    ),
  )

const reportsOf = async () =>
  world.server.database.selectFrom('unreadable_logs').selectAll().execute()

const rollbacks = () =>
  world.lines.filter(({ msg }) => /reorg|rolling back|reindexing|conflict/.test(msg))

async function listUnreadable() {
  const { logs } = await commands.unreadable(operatorContext(world.server), {})
  return logs
}

test('a log that only one endpoint returns sets nothing aside', async () => {
  const address = (await world.launch.create(maker)).toLowerCase() as Address
  const head = await world.headNumber()
  const unreadable = emit(address, 'Released', bob, 0n)
  const faulty = await world.endpoint((call, answer) => {
    if (call.method !== 'eth_getLogs') return answer
    // Safe: the result of `eth_getLogs`.
    const logs = answer.result as { blockNumber: string; logIndex: string }[]
    const [own] = logs.filter(({ blockNumber }) => Number(blockNumber) > head)
    if (!own) return answer
    return { result: [...logs, { ...own, ...unreadable, logIndex: '0xff' }] }
  })
  const correct = [await world.endpoint(), await world.endpoint()]
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  await world.caughtUp()
  for (let mints = 0; mints < 4; mints += 1) {
    await world.launch.mint(minter, address, 1)
    await world.caughtUp()
  }
  const minted = await world.headNumber()
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(minted)
  expect(await reportsOf()).toEqual([])
  expect(await world.mintedOf(address)).toBe(4)
}, 30_000)

test('a log that cannot be applied does not stop a network with one endpoint left', async () => {
  const [node, other] = [await world.endpoint(), await world.endpoint()]
  const address = (await world.launch.create(maker)).toLowerCase() as Address
  await world.start(node.url, other.url)
  await world.caughtUp()
  other.override = () => ({ error: { code: 429, message: 'too many requests' } })
  await emitRawLogs(world.chain, [emit(address, 'Released', bob, 0n)])
  await world.caughtUp()
  const unreadable = await world.headNumber()
  expect((await statesOf()).get(address)?.unreadable_block).toBe(unreadable)
  expect(await world.confirmedNumber()).toBeLessThan(unreadable)

  other.override = undefined
  await world.chain.client.mine({ blocks: CONFIRMATIONS })
  await world.confirmedUpTo(unreadable)
  expect((await statesOf()).get(address)?.unreadable_block).toBe(unreadable)
  expect(rollbacks()).toEqual([])
}, 60_000)

test('a collection set aside by a log of an orphaned block comes back', async () => {
  const node = await world.endpoint()
  const address = (await world.launch.create(maker)).toLowerCase() as Address
  await world.start(node.url)
  await world.caughtUp()
  const before = await world.chain.client.snapshot()
  await emitRawLogs(world.chain, [emit(address, 'Released', bob, 0n)])
  await world.caughtUp()
  const read = async () => (await world.server.get(`/api/contract/local/${address}`)).data
  expect((await read()).state).toBe('unreadable')
  expect((await listUnreadable()).filter((log) => log.address === address)).toMatchObject(
    [{ chain: 'local', name: 'Tidewater', log_index: 0 }],
  )

  await world.chain.client.revert({ id: before })
  await world.chain.client.mine({ blocks: 2 })
  await world.launch.mint(minter, address, 2)
  await world.caughtUp()
  expect(await read()).toMatchObject({ state: 'live', minted: 2 })
  expect((await listUnreadable()).map((log) => log.address)).not.toContain(address)
}, 30_000)

test('every event with extreme values is applied or sets its collection aside, and the network goes on', async () => {
  const node = await world.endpoint()
  const make = creator()
  const steady = make(0)
  const minted = (id: number) =>
    emit(steady.address, 'Transfer', zeroAddress, bob, BigInt(id))
  const cases = events.flatMap(({ event, kind }) => {
    const whole = extremeLog(ada, event, 'odd')
    const malformed = {
      topics: whole.topics.length > 1 ? whole.topics.slice(0, -1) : whole.topics,
      data: concat([whole.data, '0x00000000000000']),
    }
    return [...extremes, null].map((extreme) => {
      const { address, log } = make(kind)
      const emitted = extreme && extremeLog(address, event, extreme)
      return { created: log, address, log: emitted ?? { ...malformed, address } }
    })
  })
  await emitRawLogs(world.chain, [steady.log, ...cases.map(({ created }) => created)])
  for (const extreme of extremes) {
    // Safe: the factory has this event.
    const event = collectionFactoryAbi.find(
      (item) => item.type === 'event' && item.name === 'CollectionCreated',
    ) as AbiEvent
    await emitRawLogs(world.chain, [extremeLog(steady.log.address, event, extreme)])
  }
  await emitRawLogs(world.chain, [steady.log])
  let tokens = 0
  for (let from = 0; from < cases.length; from += 100) {
    const some = cases.slice(from, from + 100).map(({ log }) => log)
    await emitRawLogs(world.chain, [...some, minted(++tokens)])
  }
  await world.chain.client.mine({ blocks: CONFIRMATIONS })

  await world.start(node.url)
  await world.caughtUp()

  const head = await world.headNumber()
  await world.confirmedUpTo(head - CONFIRMATIONS)
  const states = await statesOf()
  expect(states.get(steady.address)).toMatchObject({
    minted: tokens,
    unreadable_block: null,
  })
  expect(cases.every(({ address }) => states.has(address))).toBe(true)
  const aside = new Set((await reportsOf()).map(({ collection }) => collection))
  expect(
    cases.every(
      ({ address }) =>
        aside.has(address) === (states.get(address)?.unreadable_block != null),
    ),
  ).toBe(true)
  for (const { address } of cases) {
    const place = `/api/contract/local/${address}`
    const reads = aside.has(address) ? [''] : ['', '/changes', '/activity']
    for (const read of reads) {
      const { status, data } = await world.server.get(`${place}${read}`)
      expect([address, read, status]).toEqual([address, read, 200])
      if (read === '') expect(data.state === 'unreadable').toBe(aside.has(address))
    }
  }
  // Of either kind there are some.
  expect(aside.size).toBeGreaterThan(events.length)
  expect(aside.size).toBeLessThan(cases.length - events.length)
  expect(rollbacks()).toEqual([])
}, 120_000)
