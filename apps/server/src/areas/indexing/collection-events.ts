import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, zeroAddress } from 'viem'
import {
  type IndexedLog,
  InvalidLogError,
  type UnreadableLog,
} from '../../indexer/projection.ts'
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
  /** Account that may accept the ownership; null: none. */
  pending_owner: string | null
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

/** Events of a batch of logs, and the first log of each collection that cannot be decoded. */
export type DecodedLogs = { events: CollectionEvent[]; unreadable: UnreadableLog[] }

/**
 * Decodes logs in order into events and groups consecutive mint transfers of one
 * transaction, recipient and terms into one event. A log that no collection emits, or not
 * at this place, ends the events of its collection; one of a factory is skipped. Throws
 * `InvalidLogError` for logs that are not in the order of the chain.
 */
export function decodeEvents(
  factories: readonly Address[],
  logs: IndexedLog[],
): DecodedLogs {
  const events: CollectionEvent[] = []
  const skipped: UnreadableLog[] = []
  const ended = new Map<Address, UnreadableLog>()
  const end = (address: Address, first: IndexedLog, error: unknown) => {
    ended.set(address, toUnreadable(first, address, error))
    deleteEventsFrom(events, address, first)
  }
  let groupers = new Map<Address, MintGrouper>()
  const endIncomplete = () => {
    for (const [address, { terms, announced }] of groupers) {
      if (terms && announced) end(address, announced, missingTransfer(terms))
    }
  }
  let before: IndexedLog | undefined
  for (const log of logs) {
    assertLogOrder(before, log)
    if (log.transactionHash !== before?.transactionHash) {
      endIncomplete()
      groupers = new Map()
    }
    before = log
    const { address } = log
    if (factories.includes(address)) {
      try {
        const created = decodeCreated(log)
        if (created) {
          const { collection } = created
          // The own factory is the one of the configuration.
          const factory = address === factories[0] ? {} : { factory: address }
          const data = { ...created.data, ...factory }
          events.push({ ...eventPosition(log), collection, kind: 'created', data })
        }
      } catch (error) {
        skipped.push(toUnreadable(log, null, error))
      }
      continue
    }
    if (ended.has(address)) continue
    try {
      const decoded = decodeCollectionLog(log)
      if (!decoded) continue
      const grouper = groupers.get(address) ?? newGrouper()
      groupers.set(address, grouper)
      const event = groupTransfer(grouper, log, decoded)
      if (event) events.push(event)
    } catch (error) {
      end(address, groupers.get(address)?.announced ?? log, error)
      groupers.delete(address)
    }
  }
  endIncomplete()
  return { events, unreadable: [...skipped, ...ended.values()] }
}

/** Deletes the events of a collection from a log on; they are among the last ones. */
function deleteEventsFrom(
  events: CollectionEvent[],
  address: Address,
  { blockNumber, logIndex }: IndexedLog,
): void {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at]
    if (!event || event.block < blockNumber) return
    if (event.block === blockNumber && event.logIndex < logIndex) return
    if (event.collection === address) events.splice(at, 1)
  }
}

/** Any error counts: decoding depends on the log alone. Its text is kept if it is ours. */
function toUnreadable(
  { blockNumber, blockTime, transactionHash, logIndex }: IndexedLog,
  address: Address | null,
  error: unknown,
): UnreadableLog {
  const reason =
    error instanceof InvalidLogError ? error.message : 'log cannot be decoded'
  return { address, blockNumber, blockTime, transactionHash, logIndex, reason }
}

/**
 * Mint state that earlier logs of one collection in a transaction define for the next
 * ones.
 */
type MintGrouper = {
  /** Terms of the next minted tokens. */
  terms: MintTerms | undefined
  /** The log of these terms. */
  announced: IndexedLog | undefined
  /** Mint that the next transfer may extend. */
  open: Minted | undefined
}

function newGrouper(): MintGrouper {
  return { terms: undefined, announced: undefined, open: undefined }
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
    grouper.announced = log
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
  if (terms?.left === 0)
    Object.assign(grouper, { terms: undefined, announced: undefined })
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
  if (terms) throw missingTransfer(terms)
}

function missingTransfer({ left }: MintTerms): InvalidLogError {
  return new InvalidLogError(
    `Transfer of an announced mint is missing: expected ${left} more tokens`,
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
