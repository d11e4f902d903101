import { type Address, getAddress, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readIndex } from '../../../test/collections/launch.ts'
import {
  create,
  type Emitted,
  emit,
  toBlocks,
  wallets,
} from '../../../test/collections/logs.ts'
import {
  startProjection,
  type TestProjection,
} from '../../../test/collections/projection.ts'
import { collectionsChannel, notifyCollections } from './notifications.ts'

const [, ada, bob] = wallets as [Address, Address, Address]
/** Begins and ends like Bob's address. */
const lookalike: Address = `0x${bob.slice(2, 6)}${'7'.repeat(32)}${bob.slice(-4)}`
const edition = create(0, [0, 0, 2, 0])
const copies = edition.collection.address

let server: TestProjection['server']
let chain: TestProjection['chain']
let project: TestProjection['project']

beforeAll(async () => {
  ;({ server, chain, project } = await startProjection())
})
beforeEach(async () => {
  await server.reset()
  await project(toBlocks(beginning, 1))
  await server.database.updateTable('collections').set({ is_unlisted: false }).execute()
})
afterAll(() => server.close())

const single = (from: Address, to: Address, value: bigint) =>
  emit(copies, 'TransferSingle', from, from, to, 1n, value)
const batch = (from: Address, to: Address, values: bigint[]) =>
  emit(
    copies,
    'TransferBatch',
    from,
    from,
    to,
    values.map(() => 1n),
    values,
  )

/** Ada has 5 copies, one of them from Bob. */
const beginning: Emitted[][] = [
  edition.logs,
  [single(zeroAddress, ada, 4n)],
  [single(zeroAddress, bob, 1n)],
  [single(bob, ada, 1n)],
]

/** Applies one more transaction, and returns what its block adds to the activity of Ada. */
async function follow(emitted: Emitted[]) {
  const logs = toBlocks([...beginning, emitted], 1)
  await project(logs.filter(({ blockNumber }) => blockNumber > beginning.length))
  const { data } = await server.get(`/api/collector/${ada}/activity`)
  return data.filter(
    ({ block_number }: { block_number: string }) =>
      Number(block_number) > beginning.length,
  )
}

test.each([
  ['zero copies from a look-alike', [single(lookalike, ada, 0n)]],
  ['zero copies to a look-alike', [single(ada, lookalike, 0n)]],
  ['zero copies to oneself', [single(ada, ada, 0n)]],
  ['a burn of zero copies', [single(ada, zeroAddress, 0n)]],
  ['an empty batch', [batch(lookalike, ada, [])]],
  ['a batch of zeros', [batch(lookalike, ada, [0n, 0n, 0n])]],
  ['several of them at once', [batch(lookalike, ada, []), single(lookalike, bob, 0n)]],
])('%s: no row of the index changes, and no page is notified', async (_, emitted) => {
  const before = await readIndex(server.database)
  const texts: string[] = []
  const end = Promise.withResolvers<void>()
  const connected = Promise.withResolvers<void>()
  const stop = server.context.listen(collectionsChannel, {
    onConnect: connected.resolve,
    onMessage: (text) => (text === 'end' ? end.resolve() : texts.push(text)),
  })
  await connected.promise
  expect(await follow(emitted)).toEqual([])
  expect(await readIndex(server.database)).toEqual(before)
  await notifyCollections(server.database, chain.id, ['end'])
  await end.promise
  await stop()
  expect(texts).toEqual([])
})

test('a batch with zeros among its values is one transfer of the others', async () => {
  expect(await follow([batch(ada, bob, [0n, 2n, 0n, 1n])])).toMatchObject([
    { type: 'transfer', from: getAddress(ada), to: getAddress(bob), quantity: 3 },
  ])
})

test('a real copy from a look-alike is activity, and so is a transfer to oneself', async () => {
  const found = await follow([
    single(zeroAddress, lookalike, 1n),
    single(lookalike, ada, 1n),
    single(ada, ada, 2n),
  ])
  expect(found).toMatchObject([
    { type: 'transfer', from: getAddress(ada), to: getAddress(ada), quantity: 2 },
    { type: 'transfer', from: getAddress(lookalike), to: getAddress(ada), quantity: 1 },
  ])
})

test('a block is applied again and taken back, with its empty transfers', async () => {
  const block = [single(ada, bob, 2n), single(lookalike, ada, 0n), single(bob, ada, 0n)]
  const before = await readIndex(server.database)
  const logs = toBlocks([...beginning, block], 1)
  await project(logs)
  const after = await readIndex(server.database)
  await project(logs)
  expect(await readIndex(server.database)).toEqual(after)
  expect(after).not.toEqual(before)
})
