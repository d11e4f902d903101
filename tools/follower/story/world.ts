import type { CreateParams } from '@platemark/abi/create-params'
import { type Address, type Hex, zeroAddress } from 'viem'
import { decodeLog, lower } from '../contract-logs.ts'
import type { RawLog } from '../rpc.ts'

/** A wallet's place on a list. */
export type ListPlace = {
  account: Address
  phaseId: number
  priceWei: bigint
  limit: number
  packed: bigint
  proof: Hex[]
}

export type PlannedList = { root: Hex; places: ListPlace[] }

/** What somebody decided to create, by its salt. */
export type Plan = {
  name: string
  params: CreateParams
  lists: PlannedList[]
  manifest: Hex
  secret: Hex
}

/** A collection as its logs tell it, as far as the next transactions depend on it. */
export type Collection = {
  address: Address
  plan: Plan
  creator: Address
  owner: Address
  offeredTo: Address
  phase: CreateParams['publicPhase']
  cap: number
  minted: number
  /** Owners of numbered tokens. */
  tokens: Map<bigint, Address>
  /** Copies by holder. */
  copies: Map<Address, bigint>
  openLists: Set<Hex>
  isPaused: boolean
  isRevealed: boolean
  isCapFrozen: boolean
  isMetadataFrozen: boolean
  phaseAt: bigint
  capAt: bigint
  payeesAt: bigint
}

/** What the logs of the chain say, for whoever tells the story. */
export type World = {
  collections: Map<Address, Collection>
  mintFee: bigint
  /** Logs of our contracts so far, and how many of each kind. */
  logs: number
  kinds: Map<string, number>
  /** The newest logs of our contracts, for those who forge them. */
  recent: RawLog[]
}

const MOST_RECENT = 100

export function emptyWorld(): World {
  return {
    collections: new Map(),
    mintFee: 0n,
    logs: 0,
    kinds: new Map(),
    recent: [],
  }
}

/** Lets the world hear a log; those of strangers change nothing. */
export function hear(
  scene: { world: World; factory: Address; plans: ReadonlyMap<Hex, Plan> },
  log: RawLog,
): void {
  const { world, factory, plans } = scene
  const address = lower(log.address)
  const collection = world.collections.get(address)
  if (!collection && address !== factory) return
  const event = decodeLog(log)
  world.logs += 1
  world.kinds.set(event.eventName, (world.kinds.get(event.eventName) ?? 0) + 1)
  world.recent.push(log)
  if (world.recent.length > MOST_RECENT) world.recent.shift()
  if (collection) {
    change(collection, event)
    return
  }
  if (event.eventName === 'MintFeeChanged') world.mintFee = event.args.mintFee
  if (event.eventName !== 'CollectionCreated') return
  const plan = plans.get(event.args.salt)
  if (!plan) throw new Error(`Nobody planned ${event.args.collection}.`)
  const created = newCollection(event.args, plan)
  world.collections.set(created.address, created)
}

function newCollection(
  { collection, creator }: { collection: Address; creator: Address },
  plan: Plan,
): Collection {
  return {
    address: lower(collection),
    plan,
    creator: lower(creator),
    owner: lower(creator),
    offeredTo: zeroAddress,
    phase: plan.params.publicPhase,
    cap: plan.params.maxSupply || Number.POSITIVE_INFINITY,
    minted: 0,
    tokens: new Map(),
    copies: new Map(),
    openLists: new Set(),
    isPaused: false,
    isRevealed: false,
    isCapFrozen: false,
    isMetadataFrozen: false,
    phaseAt: 0n,
    capAt: 0n,
    payeesAt: 0n,
  }
}

function change(collection: Collection, event: ReturnType<typeof decodeLog>): void {
  switch (event.eventName) {
    case 'Transfer':
      moveToken(collection, event.args)
      return
    case 'TransferSingle':
      moveCopies(collection, event.args, event.args.value)
      return
    case 'TransferBatch': {
      const value = event.args.values.reduce((sum, one) => sum + one, 0n)
      moveCopies(collection, event.args, value)
      return
    }
    case 'ListAdded':
      collection.openLists.add(event.args.root)
      return
    case 'ListRemoved':
      collection.openLists.delete(event.args.root)
      return
    case 'OwnershipTransferStarted':
      collection.offeredTo = lower(event.args.newOwner)
      return
    case 'OwnershipTransferred':
      collection.owner = lower(event.args.newOwner)
      collection.offeredTo = zeroAddress
      return
    default:
      announce(collection, event)
      turn(collection, event)
  }
}

/** The changes that may be announced first. */
function announce(collection: Collection, event: ReturnType<typeof decodeLog>): void {
  switch (event.eventName) {
    case 'PublicPhaseScheduled':
      collection.phaseAt = event.args.applicableAt
      return
    case 'PublicPhaseChanged':
      collection.phase = event.args.phase
      collection.phaseAt = 0n
      return
    case 'CapScheduled':
      collection.capAt = event.args.applicableAt
      return
    case 'CapLowered':
      collection.cap = Number(event.args.maxSupply)
      collection.capAt = 0n
      return
    case 'PayeesScheduled':
      collection.payeesAt = event.args.applicableAt
      return
    case 'PayeesChanged':
      collection.payeesAt = 0n
  }
}

/** The changes that turn something on or off. */
function turn(collection: Collection, event: ReturnType<typeof decodeLog>): void {
  if (event.eventName === 'PauseChanged') collection.isPaused = event.args.isPaused
  if (event.eventName === 'Revealed') collection.isRevealed = true
  if (event.eventName === 'MetadataFrozen') collection.isMetadataFrozen = true
  if (event.eventName !== 'CapFrozen') return
  collection.isCapFrozen = true
  collection.capAt = 0n
}

function moveToken(
  collection: Collection,
  { from, to, tokenId }: { from: Address; to: Address; tokenId: bigint },
): void {
  if (from === zeroAddress) collection.minted += 1
  if (to === zeroAddress) collection.tokens.delete(tokenId)
  else collection.tokens.set(tokenId, lower(to))
}

function moveCopies(
  collection: Collection,
  { from, to }: { from: Address; to: Address },
  value: bigint,
): void {
  if (from === zeroAddress) collection.minted += Number(value)
  else addCopies(collection, from, -value)
  if (to !== zeroAddress) addCopies(collection, to, value)
}

function addCopies({ copies }: Collection, account: Address, value: bigint): void {
  const holder = lower(account)
  const left = (copies.get(holder) ?? 0n) + value
  if (left === 0n) copies.delete(holder)
  else copies.set(holder, left)
}
