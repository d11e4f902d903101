import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, zeroAddress } from 'viem'
import { type IndexedLog, InvalidLogError } from '../../indexer/projection.ts'
import {
  type CollectionLog,
  decodeCollectionLog,
  type MintTerms,
} from './decode-collection-log.ts'
import { type CreatedData, decodeCreated } from './decode-factory-log.ts'

/** Block position and time of an event. Addresses are lower case. */
export type EventPosition = {
  collection: Address
  block: number
  logIndex: number
  transaction: string
  time: Date
}

export type MintData = {
  to: Address
  quantity: number
  /** First of consecutive ids; null for copies of an edition. */
  first_token_id: string | null
  phase_id: number
  /** Null until the phase's price is looked up. */
  price_wei: string | null
  referrer: Address | null
}

export type AirdropData = Pick<MintData, 'to' | 'quantity' | 'first_token_id'>

/** Kind and data of an event, in the form in which it is stored. */
export type EventPayload =
  | { kind: 'created'; data: CreatedData }
  | { kind: 'mint'; data: MintData }
  | { kind: 'airdrop'; data: AirdropData }
  | CollectionLog

export type CollectionEvent = EventPosition & EventPayload & { previous?: PreviousState }

/** State that an event replaced and its data does not contain; stored to revert it. */
export type PreviousState = {
  settings?: Partial<OwnerSettings>
  /** Phases by id; null: the phase did not exist. */
  phases?: [phaseId: number, phase: SerializedPhase | null][]
  /** Replaced list; null: it was unknown. */
  list?: SerializedList | null
  /** Time of the minter's previous mint. */
  last_mint_at?: string
}

/** Settings that the owner of a collection controls. */
export type OwnerSettings = {
  owner: string
  max_supply: number | null
  royalty_bps: number
  is_paused: boolean
  is_cap_frozen: boolean
  is_metadata_frozen: boolean
}

/** Phase with its times as text. */
export type SerializedPhase = {
  kind: 'public' | 'allowlist'
  title: string
  starts_at: string
  ends_at: string
  price_wei: string
  max_per_wallet: number
  max_supply: number | null
  /** Counted against the cap; all of them while there is none. */
  minted: number
  /** Minted while there was no cap, which no later cap counts. */
  minted_uncapped: number
  list_root: string | null
}

type SerializedList = {
  content_hash: string
  block_number: number
  ends_at: string | null
}

type Minted = EventPosition &
  ({ kind: 'mint'; data: MintData } | { kind: 'airdrop'; data: AirdropData })

/**
 * Decodes logs in order into events and groups consecutive mint transfers of one
 * transaction, recipient and terms into one event. Throws `InvalidLogError` for logs that
 * no factory or collection emits, or not in this order.
 */
export function decodeEvents(factory: Address, logs: IndexedLog[]): CollectionEvent[] {
  const events: CollectionEvent[] = []
  let groupers = new Map<Address, MintGrouper>()
  let before: IndexedLog | undefined
  for (const log of logs) {
    assertLogOrder(before, log)
    if (log.transactionHash !== before?.transactionHash) {
      for (const grouper of groupers.values()) assertTermsConsumed(grouper)
      groupers = new Map()
    }
    before = log
    if (log.address === factory) {
      const created = decodeCreated(log)
      if (created) {
        const { collection, data } = created
        events.push({ ...eventPosition(log), collection, kind: 'created', data })
      }
      continue
    }
    const decoded = decodeCollectionLog(log)
    if (!decoded) continue
    const grouper = groupers.get(log.address) ?? { terms: undefined, open: undefined }
    groupers.set(log.address, grouper)
    const event = groupTransfer(grouper, log, decoded)
    if (event) events.push(event)
  }
  for (const grouper of groupers.values()) assertTermsConsumed(grouper)
  return events
}

/**
 * Mint state that earlier logs of one collection in a transaction define for the next
 * ones.
 */
type MintGrouper = {
  /** Terms of the next minted tokens. */
  terms: MintTerms | undefined
  /** Mint that the next transfer may extend. */
  open: Minted | undefined
}

/**
 * Returns the event that a log begins; undefined if it extends the previous event or
 * announces the next.
 */
function groupTransfer(
  grouper: MintGrouper,
  log: IndexedLog,
  decoded: Exclude<ReturnType<typeof decodeCollectionLog>, undefined>,
): CollectionEvent | undefined {
  if (decoded.kind === 'terms') {
    assertTermsConsumed(grouper)
    grouper.terms = decoded.data
    grouper.open = undefined
    return undefined
  }
  if (decoded.kind !== 'transfer' || decoded.data.from !== zeroAddress) {
    assertTermsConsumed(grouper)
    grouper.open = undefined
    return { ...eventPosition(log), ...toBurn(decoded) }
  }
  const { open, terms } = grouper
  const { to, quantity, token_id } = decoded.data
  if (terms) consumeTerms(terms, to, quantity)
  if (terms?.left === 0) grouper.terms = undefined
  if (open && continuesMint(open, to, token_id)) {
    open.data.quantity += quantity
    if (terms?.left === 0) grouper.open = undefined
    return undefined
  }
  if (terms && open)
    throw new InvalidLogError(
      `Transfer.tokenId is not consecutive within a mint: got ${token_id}`,
    )
  const minted: Minted = {
    ...eventPosition(log),
    ...mintPayload(to, quantity, token_id, terms),
  }
  grouper.open = terms?.left === 0 ? undefined : minted
  return minted
}

function consumeTerms(terms: MintTerms, to: Address, quantity: number): void {
  terms.recipient ??= to
  if (terms.recipient !== to || quantity > terms.left) {
    throw new InvalidLogError(
      `Transfer does not match the announced mint: got ${quantity} to ${to}, expected at most ${terms.left} to ${terms.recipient}`,
    )
  }
  terms.left -= quantity
}

function assertTermsConsumed({ terms }: MintGrouper): void {
  if (terms)
    throw new InvalidLogError(
      `Transfer of an announced mint is missing: expected ${terms.left} more tokens`,
    )
}

function assertLogOrder(before: IndexedLog | undefined, log: IndexedLog): void {
  if (!before || before.blockNumber < log.blockNumber) return
  const isNext = before.blockNumber === log.blockNumber && before.logIndex < log.logIndex
  if (!isNext)
    throw new InvalidLogError(
      `logs are unordered or repeated: got ${log.blockNumber}/${log.logIndex} after ${before.blockNumber}/${before.logIndex}`,
    )
}

function mintPayload(
  to: Address,
  quantity: number,
  token_id: string | null,
  terms: MintTerms | undefined,
): { kind: 'mint'; data: MintData } | { kind: 'airdrop'; data: AirdropData } {
  const data = { to, quantity, first_token_id: token_id }
  if (terms && !terms.phase) return { kind: 'airdrop', data }
  const phase = terms?.phase ?? {
    phase_id: PUBLIC_PHASE_ID,
    price_wei: null,
    referrer: null,
  }
  return { kind: 'mint', data: { ...data, ...phase } }
}

function continuesMint({ data }: Minted, to: Address, token_id: string | null): boolean {
  const { first_token_id, quantity } = data
  if (data.to !== to) return false
  if (first_token_id === null || token_id === null) return first_token_id === token_id
  return Number(first_token_id) + quantity === Number(token_id)
}

function toBurn(decoded: CollectionLog): CollectionLog {
  if (decoded.kind !== 'transfer' || decoded.data.to !== zeroAddress) return decoded
  return { kind: 'burn', data: decoded.data }
}

function eventPosition(log: IndexedLog): EventPosition {
  return {
    collection: log.address,
    block: log.blockNumber,
    logIndex: log.logIndex,
    transaction: log.transactionHash,
    time: log.blockTime,
  }
}
