import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create, toBlocks, wallets } from '../../../test/collections/logs.ts'
import {
  startProjection,
  type TestProjection,
} from '../../../test/collections/projection.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { bob } from '../../../test/server.ts'
import { commands } from './commands.ts'

let server: TestProjection['server']
let project: TestProjection['project']
let revert: TestProjection['revert']

beforeAll(async () => {
  ;({ server, project, revert } = await startProjection())
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const first = create(0, [0, 0, 0, 0])
const second = create(1, [0, 1, 0, 0])
const reason = { category: 'scam', reason: 'It promises what it does not hold.' } as const
const [maker = ''] = wallets

/** Applies the creation of the first collection in block 1, of the second in block 2. */
const follow = async (to: number, wait?: Promise<unknown>) => {
  const logs = toBlocks([first.logs, second.logs], 1)
  const known = await server.database
    .selectFrom('collections')
    .select('address')
    .execute()
  const isKnown = new Set(known.map(({ address }) => address))
  const fresh = logs.filter(({ blockNumber }) => {
    const made = blockNumber === 1 ? first : second
    return blockNumber <= to && !isKnown.has(made.collection.address)
  })
  await project(fresh, { until: wait })
}

const named = ({ collection: { address } }: typeof first) => ({ chain: 'local', address })
const statusOf = async (made: typeof first) =>
  (await server.get(`/api/contract/local/${made.collection.address}`)).status

describe('a reorged and recreated collection', () => {
  test('returns blocked', async () => {
    await follow(1)
    await commands.block_collection(operatorContext(server), {
      ...named(first),
      ...reason,
    })
    await revert(0)
    expect(await statusOf(first)).toBe(404)
    await follow(1)
    expect(await statusOf(first)).toBe(451)
  })

  test('returns shown when it was unblocked meanwhile', async () => {
    await follow(1)
    await commands.block_collection(operatorContext(server), {
      ...named(first),
      ...reason,
    })
    await revert(0)
    await commands.unblock_collection(operatorContext(server), named(first))
    await follow(1)
    expect(await statusOf(first)).toBe(200)
  })

  test('keeps its reports', async () => {
    await follow(1)
    const url = `/api/contract/local/${first.collection.address}/report`
    await server.post(url, { category: 'copy' }, { as: bob })
    await revert(0)
    const gone = await commands.reports(operatorContext(server), { page: 1 })
    expect(gone.reports).toMatchObject([{ ...named(first), collection: null }])
    await follow(1)
    const back = await commands.reports(operatorContext(server), { page: 1 })
    expect(back.reports).toMatchObject([{ collection: expect.any(String) }])
  })
})

test('a collection blocked before it is indexed starts blocked', async () => {
  const done = await commands.block_collection(operatorContext(server), {
    ...named(first),
    ...reason,
  })
  expect(done).toEqual({ name: null })
  expect(await statusOf(first)).toBe(404)
  await follow(2)
  expect([await statusOf(first), await statusOf(second)]).toEqual([451, 200])
})

test('later collections of a blocked creator start blocked, others do not', async () => {
  await commands.block_creator(operatorContext(server), { address: maker, ...reason })
  await follow(2)
  const rows = await server.database
    .selectFrom('collections')
    .select(['creator', 'blocked_at'])
    .execute()
  expect(rows.length).toBe(2)
  for (const { creator, blocked_at } of rows) {
    expect(blocked_at !== null).toBe(creator === maker)
  }
  expect(rows.filter(({ creator }) => creator === maker).length).toBe(1)

  await commands.unblock_creator(operatorContext(server), { address: maker })
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
})

test('blocking a creator blocks a collection that is being indexed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const reading = follow(1, promise)
  const blocking = commands.block_creator(operatorContext(server), {
    address: maker,
    ...reason,
  })
  resolve()
  await Promise.all([reading, blocking])
  expect(await statusOf(first)).toBe(451)
})
