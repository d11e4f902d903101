import {
  type Address,
  concat,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  create,
  type Emitted,
  emit,
  testFactory,
  toBlocks,
  wallets,
} from '../../../test/collections/logs.ts'
import {
  startProjection,
  type TestProjection,
} from '../../../test/collections/projection.ts'
import { InvalidLogError } from '../../indexer/projection.ts'
import { collectionProjection } from './projection.ts'

const [ada, bob, cyn] = wallets as [Address, Address, Address]
const GWEI = 1_000_000_000n

let server: TestProjection['server']
let chain: TestProjection['chain']
let project: TestProjection['project']

beforeAll(async () => {
  ;({ server, chain, project } = await startProjection())
})
beforeEach(() => server.reset())
afterAll(() => server.close())

/** A drop of 40 by ada with a free public phase and no list. */
const drop = create(0, [0, 0, 0, 0])
const soulbound = create(1, [0, 0, 0, 3])
const edition = create(2, [0, 0, 2, 0])
const silent = create(3, [0, 3, 0, 0])
const listed = create(4, [0, 0, 3, 0])
const at = drop.collection.address
const copies = edition.collection.address
const uncapped = create(5, [0, 0, 1, 0])
const open = uncapped.collection.address

const minted = (to: Address, first: number, quantity = 1, address = at) =>
  Array.from({ length: quantity }, (_, offset) =>
    emit(address, 'Transfer', zeroAddress, to, BigInt(first + offset)),
  )
const copied = (to: Address, quantity: number) =>
  emit(copies, 'TransferSingle', to, zeroAddress, to, 1n, BigInt(quantity))
const sale = (quantity: number, phaseId = 1, price = GWEI) =>
  price | (BigInt(quantity) << 80n) | (BigInt(phaseId) << 96n)
const changed = (log: Emitted, change: Partial<Emitted>): Emitted => ({
  ...log,
  ...change,
})
const word = (value: number | bigint): Hex => numberToHex(value, { size: 32 })
const phase = { price: GWEI, start: 1, end: 9, walletLimit: 1, supplyCap: 0 }
const moved = emit(at, 'Transfer', ada, bob, 1n)

const copiesOnly = edition.logs

/** Setup of each case: every collection exists, ada has tokens 1 to 3 and 5 copies. */
const beginning: Emitted[][] = [
  ...[drop, soulbound, edition, silent, listed].map(({ logs }) => logs),
  minted(ada, 1, 3),
  minted(ada, 1, 1, soulbound.collection.address),
  [copied(ada, 5)],
]

const follow = (transactions: Emitted[][], setsAside = false) =>
  project(toBlocks(transactions, 1), { setsAside })

/** Returns the addresses of the collections that are set aside. */
const listAside = async () =>
  (
    await server.database
      .selectFrom('collections')
      .select('address')
      .where('unreadable_block', 'is not', null)
      .execute()
  ).map(({ address }) => address)

const countEvents = async () =>
  (await server.database.selectFrom('events').select('kind').execute()).length

describe('no contract emits', () => {
  test.each<[string, Emitted[]]>([
    [
      'a transfer with a topic too few',
      [changed(moved, { topics: moved.topics.slice(0, 3) })],
    ],
    ['a transfer with data', [changed(moved, { data: word(1) })]],
    [
      'a transfer from more than an address',
      [
        changed(moved, {
          topics: moved.topics.map((topic, place) =>
            place === 1 ? keccak256(topic) : topic,
          ),
        }),
      ],
    ],
    ['a transfer of token 0', [emit(at, 'Transfer', ada, bob, 0n)]],
    ['a transfer of token 2^28', [emit(at, 'Transfer', ada, bob, 2n ** 28n)]],
    ['a transfer of token 2^255', [emit(at, 'Transfer', ada, bob, 2n ** 255n)]],
    [
      'a transfer from nobody to nobody',
      [emit(at, 'Transfer', zeroAddress, zeroAddress, 4n)],
    ],
    ['a transfer of what another one owns', [emit(at, 'Transfer', bob, cyn, 1n)]],
    ['a transfer of a token that was not minted', [emit(at, 'Transfer', ada, bob, 4n)]],
    ['a second transfer by the first owner', [moved, emit(at, 'Transfer', bob, ada, 2n)]],
    [
      'a transfer of a token that was just burned',
      [emit(at, 'Transfer', ada, zeroAddress, 1n), emit(at, 'Transfer', ada, bob, 1n)],
    ],
    [
      'a transfer of a soulbound token',
      [changed(moved, { address: soulbound.collection.address })],
    ],
    ['a mint of a token that is there', minted(bob, 3)],
    ['a mint that leaves one out', minted(bob, 5)],
    ['more tokens than the cap', [emit(at, 'CapLowered', 4n), ...minted(bob, 4, 2)]],
    [
      'a sale of a paused collection',
      [emit(at, 'PauseChanged', true), ...minted(bob, 4)],
    ],
    [
      'a public sale without a public phase',
      minted(bob, 1, 1, silent.collection.address),
    ],
    [
      'a public sale beyond the cap of the phase',
      [emit(at, 'PublicPhaseChanged', { ...phase, supplyCap: 1 }), ...minted(bob, 4, 2)],
    ],
    ['a sale without its tokens', [emit(at, 'Minted', sale(2)), ...minted(bob, 4)]],
    [
      'a sale with something else between',
      [emit(at, 'Minted', sale(1)), moved, ...minted(bob, 4)],
    ],
    [
      'a sale to two',
      [emit(at, 'Minted', sale(2)), ...minted(bob, 4), ...minted(cyn, 5)],
    ],
    ['a sale of nothing', [emit(at, 'Minted', sale(0))]],
    ['a sale of 51', [emit(at, 'Minted', sale(51)), ...minted(bob, 4, 51)]],
    [
      'a sale in no phase there can be',
      [emit(at, 'Minted', 1n << 104n), ...minted(bob, 4)],
    ],
    [
      'an announced sale of the public phase',
      [emit(at, 'Minted', sale(1, 255)), ...minted(bob, 4)],
    ],
    [
      'a price of less than a gwei',
      [emit(at, 'Minted', sale(1, 1, 1n)), ...minted(bob, 4)],
    ],
    [
      'another price than that of the phase',
      [emit(at, 'MintedByReferral', cyn, sale(1, 255)), ...minted(bob, 4)],
    ],
    [
      'a referral by whom the token is for',
      [emit(at, 'MintedByReferral', bob, sale(1)), ...minted(bob, 4)],
    ],
    ['a gift to another one', [emit(at, 'Airdropped', cyn, 1n), ...minted(bob, 4)]],
    ['a gift of 256', [emit(at, 'Airdropped', bob, 256n), ...minted(bob, 4, 256)]],
    ['copies of a drop', [changed(copied(bob, 1), { address: at })]],
    ['tokens of an edition', minted(bob, 1, 1, copies)],
    ['copies of another number', [emit(copies, 'TransferSingle', ada, ada, bob, 2n, 1n)]],
    [
      'no copies of another number',
      [emit(copies, 'TransferSingle', ada, ada, bob, 2n, 0n)],
    ],
    ['no copies of a drop', [emit(at, 'TransferSingle', ada, ada, bob, 1n, 0n)]],
    [
      '2^200 copies',
      [emit(copies, 'TransferSingle', ada, zeroAddress, bob, 1n, 2n ** 200n)],
    ],
    ['no new copies', [copied(bob, 0)]],
    ['more copies than one has', [emit(copies, 'TransferSingle', ada, ada, bob, 1n, 6n)]],
    ['more copies to oneself', [emit(copies, 'TransferSingle', bob, bob, bob, 1n, 1n)]],
    [
      'a batch of more copies than one has',
      [emit(copies, 'TransferBatch', ada, ada, bob, [1n, 1n], [3n, 3n])],
    ],
    [
      'a batch without its values',
      [emit(copies, 'TransferBatch', ada, ada, bob, [1n], [])],
    ],
    [
      'a batch from nobody',
      [emit(copies, 'TransferBatch', ada, zeroAddress, bob, [1n], [1n])],
    ],
    ['the end of an unknown list', [emit(at, 'ListRemoved', keccak256('0x01'), 9n)]],
    [
      'the end of a list after 2106',
      [emit(at, 'ListRemoved', keccak256('0x01'), 2n ** 32n)],
    ],
    ['a list without a root', [emit(at, 'ListAdded', zeroHash, zeroHash)]],
    ['a raised cap', [emit(at, 'CapLowered', 41n)]],
    ['a cap below what was minted', [emit(at, 'CapLowered', 2n)]],
    ['a cap that was frozen at another', [emit(at, 'CapFrozen', 41n)]],
    [
      'a lower cap after it was frozen',
      [emit(at, 'CapFrozen', 40n), emit(at, 'CapLowered', 30n)],
    ],
    [
      'a phase that ends before it starts',
      [emit(at, 'PublicPhaseChanged', { ...phase, end: 1 })],
    ],
    [
      'a phase for nobody',
      [emit(at, 'PublicPhaseChanged', { ...phase, walletLimit: 0 })],
    ],
    [
      'a phase of a broken price',
      [emit(at, 'PublicPhaseChanged', { ...phase, price: 1n })],
    ],
    [
      'a phase with a price of 81 bits',
      [
        changed(emit(at, 'PublicPhaseChanged', phase), {
          data: concat([word(2n ** 80n), word(1), word(9), word(1), word(0)]),
        }),
      ],
    ],
    [
      'a flag that is neither',
      [changed(emit(at, 'PauseChanged', true), { data: word(2) })],
    ],
    [
      'something behind what it says',
      [changed(emit(at, 'PauseChanged', true), { data: concat([word(1), word(0)]) })],
    ],
    ['half of what it says', [changed(emit(at, 'PauseChanged', true), { data: '0x01' })]],
    ['a royalty beyond its ceiling', [emit(at, 'RoyaltyChanged', 1001n)]],
    [
      'shares that are no whole',
      [emit(at, 'PayeesChanged', [{ account: bob, bps: 9999 }])],
    ],
    [
      'shares of the same one',
      [
        emit(at, 'PayeesChanged', [
          { account: bob, bps: 5000 },
          { account: bob, bps: 5000 },
        ]),
      ],
    ],
    ['a payment of nothing', [emit(at, 'Released', bob, 0n)]],
    [
      'frozen metadata, twice',
      [emit(at, 'MetadataFrozen', zeroHash), emit(at, 'MetadataFrozen', zeroHash)],
    ],
    ['a new owner after somebody else', [emit(at, 'OwnershipTransferred', bob, cyn)]],
    [
      'an offer by another account than the owner',
      [emit(at, 'OwnershipTransferStarted', bob, cyn)],
    ],
    ['nobody as owner', [emit(at, 'OwnershipTransferred', ada, zeroAddress)]],
    [
      'something before it was made',
      minted(bob, 1, 1, create(9, [0, 0, 0, 0]).collection.address),
    ],
    ['the same creation twice', drop.logs],
    [
      'the creation of what another one made',
      [
        changed(create(9, [0, 0, 0, 0]).logs[0] as Emitted, {
          topics: (create(9, [0, 1, 0, 0]).logs[0] as Emitted).topics,
        }),
      ],
    ],
    [
      'a creation with terms that are cut short',
      [emit(testFactory, 'CollectionCreated', cyn, ada, zeroHash, 0, '0x0102')],
    ],
    [
      'a creation of another kind',
      [emit(testFactory, 'CollectionCreated', cyn, ada, zeroHash, 7, '0x0102')],
    ],
  ])('%s', async (_, lie) => {
    await follow(beginning)
    const before = await countEvents()
    await expect(follow([...beginning, lie])).rejects.toThrow(InvalidLogError)
    expect(await countEvents()).toBe(before)
    // Where another response agrees, it sets its own collection aside, and no other.
    const found = await follow([...beginning, lie, [copied(bob, 1)]], true)
    expect(found).toHaveLength(1)
    const isOfCopies = found[0]?.address === copies
    const [last] = lie.slice(-1)
    expect([last?.address, null]).toContain(found[0]?.address ?? null)
    const known = await listAside()
    expect(known.every((address) => address === found[0]?.address)).toBe(true)
    // The copies minted in the next block count.
    expect(await countEvents()).toBeGreaterThanOrEqual(before + (isOfCopies ? 0 : 1))
  })

  test('anything about a collection before the log of its creation', async () => {
    await expect(follow([minted(bob, 1), drop.logs])).rejects.toThrow(InvalidLogError)
    await follow([minted(bob, 1), drop.logs, copiesOnly], true)
    expect(await listAside()).toEqual([])
    const known = await server.database
      .selectFrom('collections')
      .select('address')
      .execute()
    expect(known.map(({ address }) => address)).toEqual([copies])
  })

  test('its logs in another order, or twice', () => {
    const logs = toBlocks([drop.logs, minted(ada, 1, 3)], 1)
    const read = (places: number[]) =>
      collectionProjection.decode(
        chain,
        places.flatMap((place) => logs[place] ?? []),
      )
    expect(() => read([0, 2, 1])).toThrow(InvalidLogError)
    expect(() => read([0, 1, 1])).toThrow(InvalidLogError)
    expect(() => read([1, 2, 0])).toThrow(InvalidLogError)
  })

  test('no child by an undecodable creation log', () => {
    const [lie] = toBlocks([
      [emit(testFactory, 'CollectionCreated', cyn, ada, zeroHash, 0, '0x0102')],
    ])
    expect(collectionProjection.findChildren(chain, lie ? [lie] : [])).toEqual([])
  })
})

test('error messages quote nothing of the log', async () => {
  await follow(beginning)
  const secret = `0x${'5ec7e7'.repeat(10)}5ec7` as const
  const lie = changed(emit(at, 'PauseChanged', true), { data: secret })
  const error: Error = await follow([...beginning, [lie]]).then(
    () => new Error('nothing was refused'),
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(InvalidLogError)
  expect(error.message).not.toContain('5ec7')
})

test('a name of any bytes is accepted', async () => {
  const [creation] = create(6, [0, 0, 0, 0]).logs as [Emitted]
  const named = (name: string): Emitted => ({
    ...creation,
    // Safe: hexadecimal digits take the place of as many.
    data: creation.data.replace(toHex('Tidewater').slice(2), name) as Hex,
  })
  const odd = '00ff80c328eda080ef'
  expect(await follow([[named(odd)]], true)).toEqual([])
  const rows = await server.database.selectFrom('collections').select('name').execute()
  expect(rows.map(({ name }) => name)).toEqual([expect.stringMatching(/^\ufffd/)])
})

test('everything that contracts do emit is accepted', async () => {
  await follow([
    ...beginning,
    uncapped.logs,
    // Zero copies, to oneself, in empty batches, and in batches beyond the balance.
    [emit(copies, 'TransferSingle', bob, bob, cyn, 1n, 0n)],
    [emit(copies, 'TransferSingle', bob, bob, zeroAddress, 1n, 0n)],
    [emit(copies, 'TransferSingle', ada, ada, ada, 1n, 5n)],
    [emit(copies, 'TransferBatch', ada, ada, ada, [1n, 1n], [4n, 4n])],
    [emit(copies, 'TransferBatch', bob, bob, cyn, [], [])],
    [emit(copies, 'TransferBatch', ada, ada, bob, [1n, 1n], [2n, 3n])],
    // A token to oneself and a burn by the owner, of soulbound ones too.
    [emit(at, 'Transfer', ada, ada, 1n), emit(at, 'Transfer', ada, zeroAddress, 1n)],
    [emit(soulbound.collection.address, 'Transfer', ada, zeroAddress, 1n)],
    // Two listed mints in one transaction, two public mints in one, and an airdrop in
    // between.
    [
      emit(at, 'Minted', sale(1)),
      ...minted(bob, 4),
      emit(at, 'Minted', sale(1, 2)),
      ...minted(bob, 5),
      emit(at, 'Airdropped', cyn, 1n),
      ...minted(cyn, 6),
      ...minted(bob, 7, 2),
    ],
    // Airdrops in a paused collection, a repeated pause, and a cap lowered to the supply.
    [emit(at, 'PauseChanged', true), emit(at, 'PauseChanged', true)],
    [emit(at, 'Airdropped', cyn, 2n), ...minted(cyn, 9, 2)],
    [emit(at, 'CapLowered', 10n), emit(at, 'CapFrozen', 10n)],
    // A cap lowered to what stands for none, by an announcement from before the last mint.
    [
      emit(open, 'CapScheduled', 2n ** 28n - 2n, 9n),
      emit(open, 'CapLowered', 2n ** 28n - 1n),
    ],
    [emit(open, 'CapFrozen', 0n)],
    // A list that ends twice, and texts that are invalid UTF-8.
    [emit(at, 'ListAdded', keccak256('0x01'), zeroHash)],
    [emit(at, 'ListRemoved', keccak256('0x01'), 99n)],
    [emit(at, 'ListRemoved', keccak256('0x01'), 98n)],
    [
      changed(emit(at, 'BaseUriChanged', ''), {
        data: concat([word(32), word(2), pad('0xff80', { dir: 'right' })]),
      }),
    ],
    // Irrelevant logs, in any form.
    [changed(moved, { topics: [keccak256('0x05')], data: '0x12' })],
    [changed(moved, { address: testFactory, topics: [keccak256('0x05')] })],
    [changed(moved, { topics: [], data: '0x12' })],
  ])
  const owners = await server.database
    .selectFrom('tokens')
    .innerJoin('collections', 'collections.id', 'tokens.collection_id')
    .select(['token_id', 'tokens.owner'])
    .where('address', '=', at)
    .orderBy('token_id')
    .execute()
  expect(owners.map(({ owner }) => owner)).toEqual([
    ...[ada, ada, bob, bob, cyn, bob, bob, cyn, cyn],
  ])
})
