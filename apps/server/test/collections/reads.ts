import { toLowerAddress } from '@platemark/rules/addresses'
import { sql } from 'kysely'
import { type Address, keccak256, toHex, zeroAddress } from 'viem'
import type { Database } from '../../src/database/database.ts'
import { create, type Emitted, emit, testRoots, toBlocks, wallets } from './logs.ts'
import { startProjection } from './projection.ts'

export const GWEI = 1_000_000_000n
const NEVER = 2 ** 32 - 1
export const [eve, , ben, cat, dan, flo] = wallets as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
export const root = testRoots[0] ?? '0x'
export const contentHash = keccak256('0x07')
export const manifest = keccak256('0x08')

const drop = create(0, [0, 0, 0, 1])
const edition = create(1, [0, 0, 2, 1])
const many = create(2, [0, 0, 0, 49])
const crowd = create(3, [0, 0, 2, 1])
const more = create(4, [0, 0, 0, 49])
export const at = drop.collection.address
export const editionAt = edition.collection.address
export const manyAt = many.collection.address
export const crowdAt = crowd.collection.address
export const moreAt = more.collection.address
/** In the order of their addresses; the last five hold two. */
export const crowded = Array.from({ length: 30 }, (_, place) =>
  toLowerAddress(`0x${(0x10 + place).toString(16).repeat(20)}`),
)

const terms = (price: bigint, walletLimit = 50) => ({
  price,
  start: 1,
  end: NEVER,
  walletLimit,
  supplyCap: 0,
})
export const move = (from: Address, to: Address, id: number, of = at) =>
  emit(of, 'Transfer', from, to, BigInt(id))
const copies = (from: Address, to: Address, quantity: bigint) =>
  emit(editionAt, 'TransferSingle', ben, from, to, 1n, quantity)
const sale = (1000n * GWEI) | (1n << 80n) | (255n << 96n)

/** One transaction each, in block order. */
export const scenario: Emitted[][] = [
  drop.logs,
  [move(zeroAddress, ben, 1), move(zeroAddress, ben, 2)],
  [emit(at, 'Airdropped', cat, 1n), move(zeroAddress, cat, 3)],
  [emit(at, 'MintedByReferral', flo, sale), move(zeroAddress, dan, 4)],
  [move(ben, cat, 1)],
  [move(dan, zeroAddress, 4)],
  [emit(at, 'PublicPhaseChanged', terms(2000n * GWEI))],
  [emit(at, 'PublicPhaseChanged', terms(2000n * GWEI, 9))],
  [emit(at, 'PublicPhaseScheduled', terms(3000n * GWEI), 1_800_000_000n)],
  [emit(at, 'CapScheduled', 39n, 1_800_000_000n)],
  [emit(at, 'CapLowered', 40n)],
  [emit(at, 'PayeesChanged', [{ account: ben, bps: 10_000 }])],
  [emit(at, 'PayeesScheduled', [{ account: cat, bps: 10_000 }], 1_800_000_000n)],
  [emit(at, 'PauseChanged', true)],
  [emit(at, 'Released', eve, 5n)],
  [emit(at, 'RoyaltyChanged', 300n)],
  [emit(at, 'ListAdded', root, contentHash)],
  [emit(at, 'ListRemoved', root, 1_900_000_000n)],
  [emit(at, 'Revealed', 'https://platemark.test/', manifest)],
  [emit(at, 'BaseUriChanged', 'https://platemark.test/')],
  [emit(at, 'MetadataFrozen', manifest)],
  [emit(at, 'CapFrozen', 40n)],
  [emit(at, 'OwnershipTransferred', eve, flo)],
  edition.logs,
  [copies(zeroAddress, ben, 3n)],
  [copies(ben, cat, 1n)],
  [copies(ben, zeroAddress, 1n)],
  many.logs,
  ...Array.from({ length: 10 }, (_, place) =>
    [1, 2, 3, 4, 5].map((id) => move(zeroAddress, dan, 5 * place + id, manyAt)),
  ),
  crowd.logs,
  ...[...crowded, ...crowded.slice(25)].map((to) => [
    emit(crowdAt, 'TransferSingle', to, zeroAddress, to, 1n, 1n),
  ]),
  more.logs,
  ...Array.from({ length: 6 }, (_, place) =>
    [1, 2, 3, 4, 5].map((id) => move(zeroAddress, dan, 5 * place + id, moreAt)),
  ),
]

/**
 * Starts a server with the scenario above, all listed; requests go to the collection at
 * `at` unless another is named.
 */
export async function startReads() {
  const { server, chain, project } = await startProjection()
  await project(toBlocks(scenario))
  await server.database.updateTable('collections').set({ is_unlisted: false }).execute()
  const read = (path: string, of: Address = at) =>
    server.get(`/api/contract/local/${of}/${path}`)
  return { server, chain, project, read }
}

/** Hash of a transaction of the scenario. */
export const transactionAt = (place: number) => keccak256(toHex(`transaction ${place}`))

export const readIndexes = [
  'events_of_givers',
  'events_of_kind',
  'events_of_moved_tokens',
  'events_of_receivers',
  'events_of_tokens',
  'holdings_by_quantity',
  'holdings_of_owner',
  'tokens_of_owner',
]

/** Drops the read indexes, as before the backfill has ended. */
export async function dropReadIndexes(database: Database): Promise<void> {
  for (const name of readIndexes) {
    await sql`drop index if exists ${sql.id(name)}`.execute(database)
  }
}
