import { type Address, keccak256, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readIndex } from '../../../test/collections/launch.ts'
import {
  create,
  type Emitted,
  emit,
  testRoots,
  toBlocks,
  wallets,
} from '../../../test/collections/logs.ts'
import {
  startProjection,
  type TestProjection,
} from '../../../test/collections/projection.ts'

const [ada, bob] = wallets as [Address, Address]

let server: TestProjection['server']
let chain: TestProjection['chain']
let project: TestProjection['project']
let revert: TestProjection['revert']

beforeAll(async () => {
  ;({ server, chain, project, revert } = await startProjection())
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const one = create(0, [0, 0, 0, 0])
const other = create(1, [0, 0, 0, 0])
const mint = ({ collection: { address } }: typeof one, id: number): Emitted =>
  emit(address, 'Transfer', zeroAddress, ada, BigInt(id))
const unowned = emit(one.collection.address, 'Transfer', bob, ada, 1n)
const begun: Emitted[][] = [one.logs, other.logs, [mint(one, 1)], [mint(other, 1)]]

/** Applies one block for each transaction, those from block `first` on. */
const apply = (transactions: Emitted[][], first = 1) =>
  project(
    toBlocks(transactions, 1).filter(({ blockNumber }) => blockNumber >= first),
    { setsAside: true },
  )

const find = async ({ collection }: typeof one) =>
  server.database
    .selectFrom('collections')
    .select(['minted', 'unreadable_block', 'is_listed'])
    .where('address', '=', collection.address)
    .executeTakeFirstOrThrow()

test('a log that cannot be applied ends the events of its collection, and no other', async () => {
  await server.database.updateTable('collections').set({ is_unlisted: false }).execute()
  const found = await apply([
    ...begun,
    [mint(one, 2), unowned, mint(one, 3), mint(other, 2)],
    [mint(one, 4), mint(other, 3)],
  ])
  expect(found).toMatchObject([
    { address: one.collection.address, blockNumber: 5, logIndex: 1 },
  ])
  expect(await find(one)).toMatchObject({
    minted: 2,
    unreadable_block: 5,
    is_listed: false,
  })
  expect(await find(other)).toMatchObject({ minted: 3, unreadable_block: null })
})

test('later logs of a collection set aside are ignored, unreadable ones too', async () => {
  await apply([...begun, [unowned]])
  const later = [[mint(one, 2), emit(one.collection.address, 'Released', bob, 0n)]]
  expect(await apply([...begun, [unowned], ...later], 6)).toEqual([])
  expect(await find(one)).toMatchObject({ minted: 1, unreadable_block: 5 })
})

test('a collection set aside by a log of an orphaned block comes back as it was', async () => {
  await apply(begun)
  const before = await readIndex(server.database)
  await apply([...begun, [mint(one, 2)], [unowned], [mint(one, 3)]], 5)
  expect(await find(one)).toMatchObject({ unreadable_block: 6 })
  await revert(4)
  const { updated_at: _, ...unset } = { updated_at: 0 }
  expect({ ...(await readIndex(server.database)), ...unset }).toEqual(before)
  await apply([...begun, [mint(one, 2)]], 5)
  expect(await find(one)).toMatchObject({ minted: 2, unreadable_block: null })
})

test('values that the database refuses set their collection aside', async () => {
  const root = testRoots[0] ?? keccak256('0x')
  const phase = {
    phase_id: 1,
    title: 'Friends',
    start: '2020-01-01T00:00:00Z',
    end: '2100-01-01T00:00:00Z',
    price_wei: '0',
    max_per_wallet: 2 ** 40,
    max_supply: null,
  }
  await server.database
    .insertInto('lists')
    .values({
      root,
      chain_id: chain.id,
      content_hash: '0x01',
      entries: 1,
      terms: JSON.stringify({ phases: [phase] }),
    })
    .execute()
  const found = await apply([
    ...begun,
    [mint(one, 2), emit(one.collection.address, 'ListAdded', root, root), mint(other, 2)],
  ])
  expect(found).toMatchObject([{ reason: expect.stringContaining('SQLSTATE 22003') }])
  expect(await find(one)).toMatchObject({ minted: 2, unreadable_block: 5 })
  expect(await find(other)).toMatchObject({ minted: 2, unreadable_block: null })
})

test('a creation that cannot be applied is skipped with its later logs', async () => {
  const [creation] = one.logs as [Emitted]
  const broken = {
    ...creation,
    data: creation.data.replace(/00$/, '01') as Emitted['data'],
  }
  const found = await apply([[broken, ...other.logs], [mint(other, 1)]])
  expect(found).toMatchObject([{ address: null, blockNumber: 1, logIndex: 0 }])
  const [again] = await apply([[broken, ...other.logs], [mint(other, 1)], other.logs], 3)
  // A second creation at an address leaves the first alone.
  expect(again).toMatchObject({ address: null, blockNumber: 3 })
  expect(await find(other)).toMatchObject({ minted: 1, unreadable_block: null })
})
