import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { computeCollectionId } from '@platemark/abi/create-params'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { toLowerAddress } from '@platemark/rules/addresses'
import {
  type AbiEvent,
  type AbiParameter,
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  size,
  stringToHex,
  toEventSelector,
  toHex,
  zeroAddress,
} from 'viem'
import type { IndexedLog } from '../../src/indexer/projection.ts'

/** Factory of the generated logs. */
export const testFactory: Address = `0x${'fa'.repeat(20)}`

/** Network with this factory and no node. */
export const testNetwork = {
  alias: 'local',
  id: 31_337,
  name: 'Local',
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpc_urls: ['http://127.0.0.1:1'],
  contracts: { factory: testFactory, payouts: testFactory, start_block: 0 },
  is_demo: true,
}

const events = new Map(
  [...collectionFactoryAbi, ...dropCollectionAbi, ...editionCollectionAbi].flatMap(
    (item): [string, { inputs: AbiEvent['inputs']; selector: Hex }][] =>
      item.type === 'event'
        ? [[item.name, { inputs: item.inputs, selector: toEventSelector(item) }]]
        : [],
  ),
)

/** Log of one contract: an event and its arguments in order. */
export type Emitted = { address: Address; topics: Hex[]; data: Hex }

/** Encodes a log like the compiler's encoder. */
export function emit(address: Address, name: string, ...values: unknown[]): Emitted {
  const event = events.get(name)
  if (!event) throw new Error(`abi has no event ${name}`)
  const at = event.inputs.map((input, place) => ({ input, value: values[place] }))
  const indexed = at.filter(({ input }) => input.indexed)
  const others = at.filter(({ input }) => !input.indexed)
  return {
    address,
    topics: [event.selector, ...indexed.map((one) => encode([one]))],
    data: encode(others),
  }
}

function encode(arguments_: { input: AbiParameter; value: unknown }[]): Hex {
  return encodeAbiParameters(
    arguments_.map(({ input }) => input),
    arguments_.map(({ value }) => value),
  )
}

/** Assigns logs to blocks with this many transactions each. */
export function toBlocks(transactions: Emitted[][], perBlock = 2): IndexedLog[] {
  let inBlock = 0
  return transactions.flatMap((transaction, place) => {
    const blockNumber = 1 + Math.floor(place / perBlock)
    if (place % perBlock === 0) inBlock = 0
    return transaction.map((emitted) => ({
      ...emitted,
      blockNumber,
      blockHash: keccak256(toHex(`block ${blockNumber}`)),
      blockTime: new Date((FIRST_TIME + 12 * blockNumber) * 1000),
      transactionHash: keccak256(toHex(`transaction ${place}`)),
      logIndex: inBlock++,
    }))
  })
}

const FIRST_TIME = 1_700_000_000
const GWEI = 1_000_000_000n
const NEVER = 2 ** 32 - 1
const UNCAPPED = 2 ** 28 - 1

/** Wallets of the scenarios; the first ones create collections. */
export const wallets = Array.from({ length: 6 }, (_, place) =>
  toLowerAddress(`0x${(place + 1).toString(16).repeat(40)}`),
)

export const testRoots = Array.from({ length: 3 }, (_, place) =>
  keccak256(toHex(`list ${place}`)),
)

/** Random numbers that determine one action. */
export type Choice = readonly [what: number, who: number, whom: number, much: number]

/** Contract state on which the next actions depend. */
type ContractState = {
  address: Address
  creator: Address
  owner: Address
  kind: number
  isSoulbound: boolean
  isPaused: boolean
  isCapFrozen: boolean
  isMetadataFrozen: boolean
  minted: number
  cap: number
  owners: Map<number, Address>
  copies: Map<Address, number>
  phase: { price: bigint; cap: number } | undefined
  /** Minted in public phases with a cap. */
  capped: number
  lists: Set<Hex>
}

/** Generates a scenario that obeys the contracts, one transaction per choice. */
export function toScenario(choices: readonly Choice[]): Emitted[][] {
  const states: ContractState[] = []
  return choices.map((choice, place) => {
    const [what, who] = choice
    const isFirst = states.length === 0 || (what % 40 === 0 && states.length < 5)
    if (!isFirst) return applyAction(at(states, who + what), choice)
    const { collection, logs } = create(place, choice)
    states.push(collection)
    return logs
  })
}

function at<One>(list: readonly One[], place: number): One {
  // Safe: the lists that are asked for are not empty.
  return list[place % list.length] as One
}

/** Creates a collection with the logs of its creation. */
export function create(place: number, [, who, whom, much]: Choice) {
  const kind = whom % 3
  const address = toLowerAddress(`0x${(0xc0 + place).toString(16).padStart(40, '0')}`)
  const creator = at(wallets.slice(0, 2), who)
  const isSoulbound = kind !== 2 && much % 4 === 3
  const cap = kind === 1 ? UNCAPPED : 40 + (much % 50)
  const hasPhase = who % 4 !== 3
  const hasList = whom % 2 === 1
  const price = BigInt(much % 3) * 1000n * GWEI
  const root = at(testRoots, much)
  const salt = keccak256(toHex(`salt ${place}`))
  const args = termsOf({
    creator,
    salt,
    kind,
    isSoulbound,
    cap,
    phase: hasPhase ? { price, limit: 50, cap: 0 } : undefined,
    root: hasList ? root : undefined,
  })
  const collection: ContractState = {
    address,
    creator,
    owner: creator,
    kind,
    isSoulbound,
    isPaused: false,
    isCapFrozen: false,
    isMetadataFrozen: false,
    minted: 0,
    cap,
    owners: new Map(),
    copies: new Map(),
    phase: hasPhase ? { price, cap: 0 } : undefined,
    capped: 0,
    lists: new Set(hasList ? [root] : []),
  }
  const logs = [
    emit(testFactory, 'CollectionCreated', address, creator, salt, kind, args),
    ...(hasList ? [emit(address, 'ListAdded', root, keccak256(root))] : []),
  ]
  return { collection, logs }
}

/** Encodes `args` of `CollectionCreated` as in `Layout.sol` and `FixedTerms.sol`. */
function termsOf(terms: {
  creator: Address
  salt: Hex
  kind: number
  isSoulbound: boolean
  cap: number
  phase: { price: bigint; limit: number; cap: number } | undefined
  root: Hex | undefined
}): Hex {
  const { creator, salt, kind, isSoulbound, cap, phase, root } = terms
  const end = phase ? NEVER : 0
  const hot =
    (BigInt(cap) << 28n) |
    (((phase?.price ?? 0n) / GWEI) << 116n) |
    (BigInt(phase ? 1 : 0) << 172n) |
    (BigInt(end) << 204n) |
    (BigInt(phase?.limit ?? 0) << 236n)
  const number = (value: number | bigint, length: number) =>
    numberToHex(value, { size: length })
  const text = (value: string) => [number(value.length, 1), stringToHex(value)]
  return concat([
    number(hot, 32),
    number(phase?.cap ?? 0, 4),
    creator,
    number(0, 7),
    number(0, 3),
    number(500, 2),
    number(1000, 2),
    number(kind | (root ? 4 : 0) | (isSoulbound ? 16 : 0), 1),
    number(0, 1),
    computeCollectionId(creator, salt),
    ...(root ? [root, number(0, 4)] : []),
    ...text('Tidewater'),
    ...text('TIDE'),
    number(0, 1),
    stringToHex('https://platemark.test/'),
  ])
}

type Action = (state: ContractState, choice: Choice) => Emitted[]

function applyAction(state: ContractState, choice: Choice): Emitted[] {
  return at(actions, choice[0])(state, choice)
}

/** Mints and transfers are more frequent than the rest. */
const actions: Action[] = [
  mintPublic,
  move,
  mintListed,
  mintPublic,
  burn,
  move,
  give,
  mintPublic,
  mintListed,
  changePhase,
  move,
  addList,
  removeList,
  lowerCap,
  pause,
  royalty,
  giveAway,
  freeze,
  payOut,
  emitUnindexed,
]

/** Mints tokens, with the logs of their transfers. */
function issue(state: ContractState, to: Address, quantity: number): Emitted[] {
  const { address, kind } = state
  state.copies.set(to, (state.copies.get(to) ?? 0) + quantity)
  const first = state.minted + 1
  state.minted += quantity
  if (kind === 2) {
    return [emit(address, 'TransferSingle', to, zeroAddress, to, 1n, BigInt(quantity))]
  }
  return Array.from({ length: quantity }, (_, offset) => {
    state.owners.set(first + offset, to)
    const id = BigInt(first + offset)
    const moved = emit(address, 'Transfer', zeroAddress, to, id)
    return state.isSoulbound ? [moved, emit(address, 'Locked', id)] : [moved]
  }).flat()
}

function room(state: ContractState, much: number): number {
  return Math.min(1 + (much % 5), state.cap - state.minted)
}

function mintPublic(state: ContractState, [, who, whom, much]: Choice): Emitted[] {
  const { phase } = state
  let quantity = room(state, much)
  if (phase?.cap) quantity = Math.min(quantity, phase.cap - state.capped)
  if (!phase || state.isPaused || quantity <= 0) return []
  if (phase.cap) state.capped += quantity
  const to = at(wallets, who)
  const referrer = at(wallets, whom)
  const isReferred = whom % 3 === 0 && referrer !== to && referrer !== state.creator
  const sale = phase.price | (BigInt(quantity) << 80n) | (255n << 96n)
  return [
    ...(isReferred ? [emit(state.address, 'MintedByReferral', referrer, sale)] : []),
    ...issue(state, to, quantity),
  ]
}

function mintListed(state: ContractState, [, who, whom, much]: Choice): Emitted[] {
  const quantity = room(state, much)
  if (state.lists.size === 0 || state.isPaused || quantity <= 0) return []
  const phaseId = BigInt(1 + (whom % 3))
  const sale = (BigInt(much % 4) * GWEI) | (BigInt(quantity) << 80n) | (phaseId << 96n)
  return [
    emit(state.address, 'Minted', sale),
    ...issue(state, at(wallets, who), quantity),
  ]
}

function give(state: ContractState, [, who, whom, much]: Choice): Emitted[] {
  return [who, whom].flatMap((one) => {
    const quantity = room(state, much)
    if (quantity <= 0) return []
    const to = at(wallets, one)
    return [
      emit(state.address, 'Airdropped', to, BigInt(quantity)),
      ...issue(state, to, quantity),
    ]
  })
}

function holding(
  state: ContractState,
  who: number,
): { from: Address; tokenId: number } | undefined {
  const holders = [...state.copies].filter(([, quantity]) => quantity > 0)
  if (holders.length === 0) return undefined
  const [from] = at(holders, who)
  const own = [...state.owners].filter(([, owner]) => owner === from)
  return { from, tokenId: own.length > 0 ? at(own, who)[0] : 0 }
}

function move(state: ContractState, [, who, whom, much]: Choice): Emitted[] {
  const held = holding(state, who)
  if (!held || state.isSoulbound) return []
  const { from, tokenId } = held
  const to = at(wallets, whom)
  const has = state.copies.get(from) ?? 0
  const quantity = state.kind === 2 ? much % (has + 1) : 1
  state.copies.set(from, has - quantity)
  state.copies.set(to, (state.copies.get(to) ?? 0) + quantity)
  if (state.kind !== 2) {
    state.owners.set(tokenId, to)
    return [emit(state.address, 'Transfer', from, to, BigInt(tokenId))]
  }
  if (much % 3 > 0) {
    return [emit(state.address, 'TransferSingle', from, from, to, 1n, BigInt(quantity))]
  }
  const half = BigInt(Math.floor(quantity / 2))
  const parts = [half, BigInt(quantity) - half]
  return [emit(state.address, 'TransferBatch', from, from, to, [1n, 1n], parts)]
}

function burn(state: ContractState, [, who, , much]: Choice): Emitted[] {
  const held = holding(state, who)
  if (!held) return []
  const { from, tokenId } = held
  const has = state.copies.get(from) ?? 0
  const quantity = state.kind === 2 ? much % (has + 1) : 1
  state.copies.set(from, has - quantity)
  if (state.kind === 2) {
    const value = BigInt(quantity)
    return [emit(state.address, 'TransferSingle', from, from, zeroAddress, 1n, value)]
  }
  state.owners.delete(tokenId)
  return [emit(state.address, 'Transfer', from, zeroAddress, BigInt(tokenId))]
}

function changePhase(state: ContractState, [, who, , much]: Choice): Emitted[] {
  const isNone = who % 5 === 0
  const price = BigInt(much % 4) * 500n * GWEI
  const cap = much % 2 === 0 ? 0 : 10 + (much % 60)
  state.phase = isNone ? undefined : { price, cap }
  const terms = isNone
    ? { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
    : { price, start: 1, end: NEVER, walletLimit: 50, supplyCap: cap }
  return [emit(state.address, 'PublicPhaseChanged', terms)]
}

function addList(state: ContractState, [, , whom]: Choice): Emitted[] {
  const root = at(testRoots, whom)
  state.lists.add(root)
  return [emit(state.address, 'ListAdded', root, keccak256(root))]
}

function removeList(state: ContractState, [, , whom, much]: Choice): Emitted[] {
  if (state.lists.size === 0) return []
  const root = at([...state.lists], whom)
  const until = BigInt(FIRST_TIME + (much % 1000))
  return [emit(state.address, 'ListRemoved', root, until)]
}

function lowerCap(state: ContractState, [, , , much]: Choice): Emitted[] {
  const cap = Math.max(1, state.minted, state.cap > 200 ? 150 : state.cap - (much % 4))
  if (state.isCapFrozen) return []
  state.cap = cap
  return [emit(state.address, 'CapLowered', BigInt(cap))]
}

function freeze(state: ContractState, [, who]: Choice): Emitted[] {
  if (who % 2 === 0 && !state.isCapFrozen) {
    state.isCapFrozen = true
    return [
      emit(state.address, 'CapFrozen', BigInt(state.cap === UNCAPPED ? 0 : state.cap)),
    ]
  }
  if (state.isMetadataFrozen) return []
  state.isMetadataFrozen = true
  return [emit(state.address, 'MetadataFrozen', keccak256('0x01'))]
}

function pause(state: ContractState, [, who]: Choice): Emitted[] {
  state.isPaused = who % 3 === 0
  return [emit(state.address, 'PauseChanged', state.isPaused)]
}

function royalty(state: ContractState, [, , , much]: Choice): Emitted[] {
  return [emit(state.address, 'RoyaltyChanged', BigInt(much % 1001))]
}

function giveAway(state: ContractState, [, who, whom]: Choice): Emitted[] {
  const from = state.owner
  const to = at(wallets, whom)
  const offer = emit(state.address, 'OwnershipTransferStarted', from, to)
  // An offer that is not accepted yet.
  if (who % 2 === 0) return [offer]
  state.owner = to
  return [offer, emit(state.address, 'OwnershipTransferred', from, to)]
}

function payOut(state: ContractState, [, who, , much]: Choice): Emitted[] {
  return [emit(state.address, 'Released', at(wallets, who), BigInt(1 + much))]
}

/** Emits logs that the index ignores. */
function emitUnindexed(state: ContractState, [, who, whom]: Choice): Emitted[] {
  const payees = [{ account: at(wallets, who), bps: 10_000 }]
  return [
    emit(state.address, 'ApprovalForAll', at(wallets, who), at(wallets, whom), true),
    emit(state.address, 'ContractURIUpdated'),
    emit(state.address, 'PayeesChanged', payees),
    emit(state.address, 'Revealed', 'https://platemark.test/', keccak256('0x02')),
    {
      address: state.address,
      topics: [keccak256('0x03'), pad('0x04')],
      data: numberToHex(size('0x05'), { size: 32 }),
    },
  ]
}
