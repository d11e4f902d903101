import type { CreateParams } from '@platemark/abi/create-params'
import { toLowerAddress as lower } from '@platemark/rules/addresses'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { Random } from '../../random.ts'
import { decodeLog } from '../contract-logs.ts'
import type { RawLog } from '../stale-view.ts'

/** The collection created with this salt, and the lists that it may add. */
export type Plan = {
  params: CreateParams
  lists: readonly [PlannedList, ...PlannedList[]]
  manifest: Hex
  secret: Hex
}

/** A list with the entry of each wallet. */
export type PlannedList = {
  root: Hex
  entries: { account: Address; priceWei: bigint; packed: bigint; proof: Hex[] }[]
}

/** The state of a collection that the next transactions depend on. */
export type Collection = {
  address: Address
  plan: Plan
  owner: Address
  offeredTo: Address
  phase: CreateParams['publicPhase']
  cap: number
  minted: number
  /** Owners of numbered tokens. */
  tokens: Map<bigint, Address>
  /** Copies by holder. */
  copies: Map<Address, bigint>
}

/** The state of the chain, from its logs. */
export type ChainModel = {
  collections: Map<Address, Collection>
  mintFee: bigint
  /** Logs of our contracts. */
  logs: number
  events: Set<string>
  /** The newest logs of our contracts, which spoofed logs copy. */
  recentLogs: RawLog[]
}

export type ScenarioContext = {
  random: Random
  chainId: number
  factory: Address
  /** Owner of the factory. */
  operator: Address
  accounts: readonly [Address, ...Address[]]
  /** Contracts that emit the log in their calldata. */
  spoofers: readonly [Address, ...Address[]]
  /** All plans, by salt. */
  plans: Map<Hex, Plan>
  model: ChainModel
  /** Time of the newest block. */
  now: number
}

/** A transaction to send. */
export type Sent = { from: Address; to: Address; data: Hex; value?: bigint }

const MAX_RECENT_LOGS = 100

export function emptyChainModel(): ChainModel {
  return {
    collections: new Map(),
    mintFee: 0n,
    logs: 0,
    events: new Set(),
    recentLogs: [],
  }
}

/** Applies a log to the model; logs of other contracts change nothing. */
export function applyLog({ model, factory, plans }: ScenarioContext, log: RawLog): void {
  const address = lower(log.address)
  const collection = model.collections.get(address)
  if (!collection && address !== factory) return
  const event = decodeLog(log)
  model.logs += 1
  model.events.add(event.eventName)
  model.recentLogs.push(log)
  if (model.recentLogs.length > MAX_RECENT_LOGS) model.recentLogs.shift()
  if (collection) {
    applyEvent(collection, event)
    return
  }
  if (event.eventName === 'MintFeeChanged') model.mintFee = event.args.mintFee
  if (event.eventName !== 'CollectionCreated') return
  const plan = plans.get(event.args.salt)
  if (!plan)
    throw new Error(
      `Collection ${event.args.collection} has no plan: got salt ${event.args.salt}`,
    )
  const created = lower(event.args.collection)
  model.collections.set(created, {
    address: created,
    plan,
    owner: lower(event.args.creator),
    offeredTo: zeroAddress,
    phase: plan.params.publicPhase,
    cap: plan.params.maxSupply || Number.POSITIVE_INFINITY,
    minted: 0,
    tokens: new Map(),
    copies: new Map(),
  })
}

function applyEvent(
  collection: Collection,
  { eventName, args }: ReturnType<typeof decodeLog>,
): void {
  switch (eventName) {
    case 'Transfer':
      if (args.from === zeroAddress) collection.minted += 1
      if (args.to === zeroAddress) collection.tokens.delete(args.tokenId)
      else collection.tokens.set(args.tokenId, lower(args.to))
      return
    case 'TransferSingle':
      moveCopies(collection, args, args.value)
      return
    case 'TransferBatch':
      for (const value of args.values) moveCopies(collection, args, value)
      return
    case 'OwnershipTransferStarted':
      collection.offeredTo = lower(args.newOwner)
      return
    case 'OwnershipTransferred':
      collection.owner = lower(args.newOwner)
      collection.offeredTo = zeroAddress
      return
    case 'PublicPhaseChanged':
      collection.phase = args.phase
      return
    case 'CapLowered':
      collection.cap = Number(args.maxSupply)
  }
}

function moveCopies(
  collection: Collection,
  { from, to }: { from: Address; to: Address },
  value: bigint,
): void {
  const { copies } = collection
  const add = (account: Address, change: bigint) => {
    const left = (copies.get(lower(account)) ?? 0n) + change
    if (left === 0n) copies.delete(lower(account))
    else copies.set(lower(account), left)
  }
  if (from === zeroAddress) collection.minted += Number(value)
  else add(from, -value)
  if (to !== zeroAddress) add(to, value)
}
